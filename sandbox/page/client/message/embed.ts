import { now } from '../state/clock.js';
import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import type { AttachmentView } from '../../protocol.js';
import { h, hexColor } from '../dom.js';
import { renderInline, renderMarkdown, type Names } from '../markdown/render.js';
import { formatSent } from '../markdown/timestamps.js';
import { renderPicture } from './picture.js';

/** A card: coloured edge, title, fields in a grid of up to three, picture, footer. */
export function renderEmbed(
  embed: APIEmbed,
  names: Names,
  files: readonly AttachmentView[],
): HTMLElement {
  const body = h(
    'div',
    { class: 'embed-body' },
    embed.author && h('div', { class: 'embed-author', text: embed.author.name }),
    embed.title ? renderTitle(embed.title, embed.url, names) : null,
    embed.description
      ? h('div', { class: 'embed-description' }, renderMarkdown(embed.description, names))
      : null,
    embed.fields?.length ? renderFields(embed.fields, names) : null,
    embed.image ? renderImage(embed.image.url, files) : null,
    renderFooter(embed),
  );
  const card = h('article', { class: 'embed' }, body);
  if (embed.thumbnail) {
    const thumbnail = renderImage(embed.thumbnail.url, files);
    thumbnail.classList.add('embed-thumbnail');
    card.append(thumbnail);
  }
  if (embed.color !== undefined) card.style.borderInlineStartColor = hexColor(embed.color);
  return card;
}

/** The files that a card shows itself; Discord doesn't repeat those below the message. */
export function filesInEmbeds(
  embeds: readonly APIEmbed[],
  files: readonly AttachmentView[],
): ReadonlySet<string> {
  const urls = embeds.flatMap(({ image, thumbnail }) => [image?.url, thumbnail?.url]);
  const shown = urls.map((url) => url && findFile(url, files)?.id);
  return new Set(shown.filter((id): id is string => id !== undefined && id !== ''));
}

function findFile(url: string, files: readonly AttachmentView[]): AttachmentView | undefined {
  return files.find(
    ({ filename, originalUrl }) => url === `attachment://${filename}` || url === originalUrl,
  );
}

function renderTitle(title: string, url: string | undefined, names: Names): HTMLElement {
  const inner = renderInline(title, names);
  if (!url || !/^https?:\/\//.test(url)) return h('div', { class: 'embed-title' }, inner);
  const link = h(
    'a',
    { attrs: { href: url, target: '_blank', rel: 'noreferrer noopener' } },
    inner,
  );
  return h('div', { class: 'embed-title' }, link);
}

/** Up to three inline fields share a row, as on Discord. */
function renderFields(fields: readonly APIEmbedField[], names: Names): HTMLElement {
  return h(
    'div',
    { class: 'embed-fields' },
    ...groupFields(fields).flatMap((row) =>
      row.map((field) => renderField(field, 12 / row.length, names)),
    ),
  );
}

function groupFields(fields: readonly APIEmbedField[]): readonly (readonly APIEmbedField[])[] {
  const rows: APIEmbedField[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    const joins = field.inline && last?.[0]?.inline && last.length < 3;
    if (joins) last.push(field);
    else rows.push([field]);
  }
  return rows;
}

function renderField(field: APIEmbedField, columns: number, names: Names): HTMLElement {
  const element = h(
    'div',
    { class: 'embed-field' },
    h('div', { class: 'embed-field-name' }, renderInline(field.name, names)),
    h('div', { class: 'embed-field-value' }, renderMarkdown(field.value, names)),
  );
  element.style.gridColumnEnd = `span ${field.inline ? columns : 12}`;
  return element;
}

function renderImage(url: string, files: readonly AttachmentView[]): HTMLElement {
  const file = findFile(url, files);
  if (!file) return h('div', { class: 'missing-image', text: 'Picture not on this page' });
  return renderPicture(file);
}

function renderFooter({ footer, timestamp }: APIEmbed): HTMLElement | null {
  const parts = [
    footer?.text,
    timestamp ? formatSent(Date.parse(timestamp), now()) : undefined,
  ].filter((part) => part !== undefined && part !== '');
  return parts.length === 0 ? null : h('div', { class: 'embed-footer', text: parts.join(' • ') });
}
