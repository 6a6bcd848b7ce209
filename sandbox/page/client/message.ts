import type {
  APIAttachment,
  APIButtonComponent,
  APIEmbed,
  APIStringSelectComponent,
} from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { MessageView } from '../protocol.js';
import { act, app, place } from './app.js';
import { Component, Flag, Style } from './discord-numbers.js';
import { selectOptions } from './fields.js';
import { markdown } from './markdown.js';
import { isSuggested } from './story.js';
import { dayAndTime } from './times.js';

export function message(view: MessageView): TemplateResult {
  const { id, flags = 0, components = [] } = view;
  const isPrivate = view.privateTo !== null;
  const pings = view.mentions.some((person) => person.id === app.personId);
  return html`<li
    class="message ${isPrivate ? 'private' : ''} ${pings ? 'pings' : ''}"
    id="message-${id}"
  >
    <img class="avatar" src="/pitboss.svg" alt="" />
    <div>
      ${origin(view)}
      <b>Pitboss</b> <small>APP</small>
      <small><time>${dayAndTime(view.timestamp)}</time></small>
      ${flags & Flag.Loading ? html`<p role="status"><i>Pitboss is thinking…</i></p>` : nothing}
      ${markdown(view.content)} ${view.embeds.map(embed)} ${view.attachments.map(attachment)}
      ${components.map((row) => {
        const parts = 'components' in row ? row.components : [];
        return html`<div class="row">
          ${parts.map((part) => {
            if (part.type === Component.Button) return button(part, view);
            return part.type === Component.StringSelect ? select(part, id) : nothing;
          })}
        </div>`;
      })}
      ${isPrivate ? html`<small>Only you can see this</small>` : nothing}
    </div>
  </li>`;
}

/** Who asked, or the message that is replied to. */
function origin({ answers, message_reference: reply }: MessageView): unknown {
  const replied = app.state?.messages.find(({ id }) => id === reply?.message_id);
  if (replied) {
    const words = replied.embeds[0]?.title ?? replied.content;
    return html`<a class="small" href="#message-${replied.id}">Pitboss ${words}</a><br />`;
  }
  const person = app.state?.people.find(({ id }) => id === answers?.personId);
  if (!answers || !person) return nothing;
  return html`<div>
    <b style="color: ${person.color}">${person.name}</b>
    ${answers.label.startsWith('/') ? 'used' : 'pressed'}
    <span class="mention">${answers.label}</span>
  </div>`;
}

function embed({ title = '', description = '', image, footer, ...rest }: APIEmbed): TemplateResult {
  const { color = 0, timestamp } = rest;
  const foot = [footer?.text, timestamp && dayAndTime(timestamp)].filter(Boolean).join(' • ');
  return html`<article
    class="embed surface"
    style="border-color: #${color.toString(16).padStart(6, '0')}"
  >
    ${title === '' ? nothing : html`<h3>${markdown(title)}</h3>`}
    <div>${markdown(description)}</div>
    ${image ? picture(image.url) : nothing}
    <footer><small>${foot}</small></footer>
  </article>`;
}

function picture(url: string): TemplateResult {
  return html`<a href=${url} target="_blank"><img class="picture" src=${url} alt="Chart" /></a>`;
}

function attachment({ filename, url, size }: APIAttachment): TemplateResult {
  return html`<div class="file surface between">
    <a href=${url} download=${filename}>${filename}</a>
    <small>${Math.ceil(size / 1_024)} kB</small>
  </div>`;
}

const styles: Readonly<Record<number, string>> = {
  [Style.Primary]: 'primary',
  [Style.Success]: 'success',
  [Style.Danger]: 'danger',
};

function button(part: APIButtonComponent, view: MessageView): unknown {
  if ('url' in part) {
    return html`<a class="button" href=${part.url} target="_blank" rel="noreferrer"
      >${part.label} ↗</a
    >`;
  }
  if (!('custom_id' in part)) return nothing;
  const { custom_id, label = '', style, disabled = false } = part;
  const request = {
    ...place(),
    kind: 'click',
    label,
    messageId: view.id,
    button: custom_id,
  } as const;
  return html`<button
    class="button ${styles[style] ?? ''} ${isSuggested(view, label) ? 'suggested' : ''}"
    ?disabled=${disabled || app.isBusy}
    @click=${() => act(request)}
  >
    ${label}
  </button>`;
}

function select(part: APIStringSelectComponent, messageId: string): TemplateResult {
  const { placeholder = '', options, disabled = false } = part;
  const choose = ({ target }: { target: HTMLSelectElement }) => {
    const { value } = target;
    const label = target.selectedOptions[0]?.label ?? value;
    target.value = '';
    return act({ ...place(), kind: 'choose', label, messageId, value });
  };
  return html`<select
    aria-label=${placeholder}
    ?disabled=${disabled || app.isBusy}
    @change=${choose}
  >
    <option value="">${placeholder}</option>
    ${selectOptions(options)}
  </select>`;
}
