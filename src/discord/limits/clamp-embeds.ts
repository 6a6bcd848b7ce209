import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import { cutBlock, cutLine, hasText } from './clamp-text.js';
import { isImageUrl, isWebUrl } from './clamp-url.js';

/** What fits, and in words what did not. */
export interface Clamped<Part> {
  readonly kept: readonly Part[];
  readonly left: readonly string[];
}

const EMBEDS = 10;
const TITLE = 256;
const DESCRIPTION = 4096;
const FIELDS = 25;
const FIELD_NAME = 256;
const FIELD_VALUE = 1024;
const FOOTER = 2048;
const AUTHOR = 256;
/** Over all embeds of a message. */
const TOTAL = 6000;
/** Shown as nothing, but not refused as an empty text is. */
const BLANK = '\u200b';

/**
 * In order, while the message's total lasts: of an embed first title, author and footer, then
 * as much of the description as fits, then whole fields.
 */
export function clampEmbeds(embeds: readonly APIEmbed[]): Clamped<APIEmbed> {
  const kept: APIEmbed[] = [];
  let room = TOTAL;
  let lostFields = 0;
  let taken = 0;
  for (const embed of embeds) {
    if (taken === EMBEDS) break;
    const frame = fitFrame(embed);
    const spare = room - lengthOf(frame);
    if (spare < 0) break;
    const fitted = { ...frame, ...fitBody(embed, spare) };
    taken += 1;
    lostFields += (embed.fields?.length ?? 0) - (fitted.fields?.length ?? 0);
    room -= lengthOf(fitted);
    if (isVisible(fitted)) kept.push(fitted);
  }
  return { kept, left: losses(embeds.length - taken, lostFields) };
}

function losses(embeds: number, fields: number): string[] {
  return [...counted(embeds, 'card'), ...counted(fields, 'field')];
}

function counted(n: number, noun: string): string[] {
  return n === 0 ? [] : [`${n} ${noun}${n === 1 ? '' : 's'}`];
}

/** All but description and fields. What Discord would refuse as empty or malformed goes. */
function fitFrame(embed: APIEmbed): APIEmbed {
  const { title, url, color, timestamp, author, footer, image, thumbnail } = embed;
  const fitted: APIEmbed = {};
  if (hasText(title)) fitted.title = cutLine(title, TITLE);
  if (url !== undefined && isWebUrl(url)) fitted.url = url;
  if (color !== undefined && isColour(color)) fitted.color = color;
  if (timestamp !== undefined && isTime(timestamp)) fitted.timestamp = timestamp;
  if (author !== undefined && hasText(author.name)) {
    fitted.author = { name: cutLine(author.name, AUTHOR), ...links(author) };
  }
  if (footer !== undefined && hasText(footer.text)) {
    const { icon_url } = links(footer);
    fitted.footer = { text: cutBlock(footer.text, FOOTER), ...(icon_url ? { icon_url } : {}) };
  }
  if (image !== undefined && isImageUrl(image.url)) fitted.image = { url: image.url };
  if (thumbnail !== undefined && isImageUrl(thumbnail.url)) {
    fitted.thumbnail = { url: thumbnail.url };
  }
  return fitted;
}

function fitBody(embed: APIEmbed, room: number): Pick<APIEmbed, 'description' | 'fields'> {
  const { description, fields = [] } = embed;
  const text = hasText(description) ? cutBlock(description, Math.min(DESCRIPTION, room)) : '';
  const fitting = fieldsWithin(fields.slice(0, FIELDS).map(fitField), room - text.length);
  return {
    ...(hasText(text) ? { description: text } : {}),
    ...(fitting.length > 0 ? { fields: fitting } : {}),
  };
}

function fitField({ name, value, inline }: APIEmbedField): APIEmbedField {
  return {
    name: hasText(name) ? cutLine(name, FIELD_NAME) : BLANK,
    value: hasText(value) ? cutBlock(value, FIELD_VALUE) : BLANK,
    ...(inline === undefined ? {} : { inline }),
  };
}

function links(part: { url?: string; icon_url?: string }): { url?: string; icon_url?: string } {
  return {
    ...(part.url !== undefined && isWebUrl(part.url) ? { url: part.url } : {}),
    ...(part.icon_url !== undefined && isImageUrl(part.icon_url)
      ? { icon_url: part.icon_url }
      : {}),
  };
}

function fieldsWithin(fields: readonly APIEmbedField[], room: number): APIEmbedField[] {
  let used = 0;
  const end = fields.findIndex(({ name, value }) => (used += name.length + value.length) > room);
  return end === -1 ? [...fields] : fields.slice(0, end);
}

function lengthOf({ title, description, author, footer, fields = [] }: APIEmbed): number {
  const head = (title?.length ?? 0) + (description?.length ?? 0);
  const frame = (author?.name.length ?? 0) + (footer?.text.length ?? 0);
  return fields.reduce((sum, { name, value }) => sum + name.length + value.length, head + frame);
}

function isVisible(embed: APIEmbed): boolean {
  const { title, description, fields, author, footer, image, thumbnail } = embed;
  return Boolean(title ?? description ?? author ?? footer ?? image ?? thumbnail ?? fields?.length);
}

function isColour(color: number): boolean {
  return Number.isInteger(color) && color >= 0 && color <= 0xffffff;
}

function isTime(timestamp: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(timestamp) && !Number.isNaN(Date.parse(timestamp));
}
