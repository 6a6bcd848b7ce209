import type {
  APIAttachment,
  APIButtonComponent,
  APIEmbed,
  APIStringSelectComponent,
} from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { MessageView } from '../protocol.js';
import { act, app, place, redraw } from './app.js';
import { Component, Flag, Style } from './discord-numbers.js';
import { markdown } from './markdown.js';
import { isSuggested } from './story.js';
import { dayAndTime } from './times.js';

export function message(view: MessageView): TemplateResult {
  const isThinking = ((view.flags ?? 0) & Flag.Loading) !== 0;
  const pings = view.mentions.some(({ id }) => id === app.personId);
  const dismiss = () => {
    app.dismissed.add(view.id);
    redraw();
  };
  return html`<li
    class="message ${view.isPrivate ? 'private' : ''} ${pings ? 'pings' : ''}"
    id="message-${view.id}"
  >
    ${origin(view)}
    <img class="avatar" src="/pitboss.svg" alt="" />
    <div>
      <span class="author">Pitboss</span> <span class="app-tag">APP</span>
      <small><time>${dayAndTime(view.timestamp)}</time></small>
      ${isThinking ? html`<p role="status"><i>Pitboss is thinking…</i></p>` : nothing}
      ${view.content === '' ? nothing : markdown(view.content)} ${view.embeds.map(embed)}
      ${view.attachments.map(attachment)} ${rows(view)}
      ${view.isPrivate ? onlyYou(dismiss) : nothing}
    </div>
  </li>`;
}

function onlyYou(dismiss: () => void): TemplateResult {
  return html`<small>
    Only you can see this • <button class="link" @click=${dismiss}>Dismiss message</button>
  </small>`;
}

/** Who asked, or the message that is replied to. */
function origin({ answers, message_reference: reply }: MessageView): unknown {
  const replied = app.state?.messages.find(({ id }) => id === reply?.message_id);
  if (replied) {
    const words = replied.embeds[0]?.title ?? replied.content;
    return html`<a class="origin" href="#message-${replied.id}">Pitboss ${words}</a>`;
  }
  const person = app.state?.people.find(({ id }) => id === answers?.personId);
  if (!answers || !person) return nothing;
  const isCommand = answers.label.startsWith('/');
  return html`<div class="origin">
    <b style="color: ${person.color}">${person.name}</b> ${isCommand ? 'used' : 'pressed'}
    <span class="mention">${answers.label}</span>
  </div>`;
}

function embed({
  title,
  description,
  image,
  footer,
  color = 0,
  timestamp,
}: APIEmbed): TemplateResult {
  const foot = [footer?.text, timestamp && dayAndTime(timestamp)].filter(Boolean).join(' • ');
  return html`<article
    class="embed surface"
    style="border-color: #${color.toString(16).padStart(6, '0')}"
  >
    ${title === undefined ? nothing : html`<h3>${markdown(title)}</h3>`}
    ${description === undefined ? nothing : html`<div>${markdown(description)}</div>`}
    ${image ? html`<a href=${image.url} target="_blank"><img class="picture" src=${image.url} alt="Chart" /></a>` : nothing}
    ${foot === '' ? nothing : html`<footer><small>${foot}</small></footer>`}
  </article>`;
}

const previews = new Map<string, string>();

function attachment({
  filename,
  url,
  size,
  content_type: type,
  description,
}: APIAttachment): TemplateResult {
  if (type?.startsWith('image/')) {
    return html`<a href=${url} target="_blank"
      ><img class="picture" src=${url} alt=${description ?? filename}
    /></a>`;
  }
  const preview = async ({ target }: { target: HTMLDetailsElement }) => {
    if (!target.open || previews.has(url)) return;
    const text = await (await fetch(url)).text();
    previews.set(url, text.split('\n').slice(0, 12).join('\n'));
    redraw();
  };
  return html`<div class="file surface">
    <div class="between">
      <a href=${url} download=${filename}>${filename}</a>
      <small>${Math.ceil(size / 1_024)} kB</small>
    </div>
    <details @toggle=${preview}>
      <summary>First lines</summary>
      <pre>${previews.get(url) ?? 'Loading…'}</pre>
    </details>
  </div>`;
}

function rows(view: MessageView): TemplateResult[] {
  const { id, components = [] } = view;
  return components.flatMap((row) => {
    if (row.type !== Component.ActionRow) return [];
    const parts = row.components.map((part) => {
      if (part.type === Component.Button) return button(part, view);
      return part.type === Component.StringSelect ? select(part, id) : nothing;
    });
    return [html`<div class="row">${parts}</div>`];
  });
}

const styles: Readonly<Record<number, string>> = {
  [Style.Primary]: 'primary',
  [Style.Success]: 'success',
  [Style.Danger]: 'danger',
};

function button(part: APIButtonComponent, view: MessageView): unknown {
  if (part.style === Style.Premium) return nothing;
  if (part.style === Style.Link) {
    return html`<a class="button" href=${part.url} target="_blank" rel="noreferrer"
      >${part.label} ↗</a
    >`;
  }
  const { custom_id: customId, label, style, disabled = false } = part;
  const key = `${view.id} ${customId}`;
  const press = () =>
    act('/click', { ...place(), messageId: view.id, button: customId, label: label ?? '' }, key);
  return html`<button
    class="button ${styles[style] ?? ''} ${isSuggested(view, label) ? 'suggested' : ''}"
    ?disabled=${disabled || app.waiting.has(key)}
    aria-busy=${app.waiting.has(key)}
    @click=${press}
  >
    ${label}
  </button>`;
}

function select(part: APIStringSelectComponent, messageId: string): TemplateResult {
  const { custom_id: customId, placeholder = '', options } = part;
  const key = `${messageId} ${customId}`;
  const choose = ({ target }: { target: HTMLSelectElement }) => {
    const { value } = target;
    target.value = '';
    return act('/choose', { ...place(), messageId, values: [value] }, key);
  };
  return html`<select
    aria-label=${placeholder}
    ?disabled=${(part.disabled ?? false) || app.waiting.has(key)}
    @change=${choose}
  >
    <option value="">${placeholder}</option>
    ${options.map(
      ({ label, value, description }) =>
        html`<option value=${value}>${label}${description ? ` · ${description}` : ''}</option>`,
    )}
  </select>`;
}
