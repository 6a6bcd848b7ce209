import { html, type TemplateResult } from 'lit-html';
import type { Named } from '../protocol.js';
import { app } from './app.js';
import { writeCommand } from './composer.js';
import { timestamp } from './times.js';

/** Discord's Markdown as far as the bot writes it. Text stays text: nothing of it becomes HTML. */
export function markdown(text: string): TemplateResult[] {
  return text.split(/(```[^]*?```\n?)/).flatMap((part, index) => {
    if (index % 2 === 0) return part === '' ? [] : part.replace(/\n$/, '').split('\n').map(line);
    const code = part.replace(/^```(?:\w+\n|\n)?/, '').replace(/\n?```\n?$/, '');
    return [html`<pre>${code}</pre>`];
  });
}

function line(text: string): TemplateResult {
  if (text === '') return html`<br />`;
  if (text.startsWith('-# ')) return html`<div class="small">${inline(text.slice(3))}</div>`;
  if (text.startsWith('> ')) return html`<blockquote>${inline(text.slice(2))}</blockquote>`;
  return html`<div>${inline(text)}</div>`;
}

/** What stands in a line; the first one wins where two begin at the same place. */
const marks: readonly (readonly [pattern: RegExp, show: (...groups: string[]) => unknown])[] = [
  [/\\([^0-9A-Za-z\s])/, (escaped) => escaped],
  [/`([^`]+)`/, (code) => html`<code>${code}</code>`],
  [/\*\*((?:\\.|[^\\])+?)\*\*/, (bold = '') => html`<strong>${inline(bold)}</strong>`],
  [/\*((?:\\.|[^\\*])+)\*/, (italic = '') => html`<em>${inline(italic)}</em>`],
  [/\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/, (words = '', url = '') => link(url, inline(words))],
  [/<?(https?:\/\/[^\s<>)]+)>?/, (url = '') => link(url, url)],
  [
    /<t:(\d+)(?::([tTdDfFR]))?>/,
    (time, style) => html`<time>${timestamp(Number(time) * 1_000, style)}</time>`,
  ],
  [
    /<\/([^:>]+):\d+>/,
    (name = '') =>
      html`<button class="mention" @click=${() => writeCommand({ name })}>/${name}</button>`,
  ],
  [/<#(\d+)>/, (id) => mention('#', app.state?.channels, id)],
  [/<@&(\d+)>/, (id) => mention('@', app.state?.roles, id)],
  [/<@!?(\d+)>/, (id) => mention('@', app.state?.people, id)],
];

function inline(text: string): unknown[] {
  const [first] = marks
    .flatMap(([pattern, show]) => {
      const found = pattern.exec(text);
      return found ? [{ found, show }] : [];
    })
    .toSorted((one, other) => one.found.index - other.found.index);
  if (!first) return [text];
  const { found, show } = first;
  const rest = text.slice(found.index + found[0].length);
  return [text.slice(0, found.index), show(...found.slice(1)), ...inline(rest)];
}

function link(target: string, words: unknown): TemplateResult {
  return html`<a href=${target} target="_blank" rel="noreferrer">${words}</a>`;
}

function mention(sign: string, things: readonly Named[] = [], id = ''): TemplateResult {
  const name = things.find((thing) => thing.id === id)?.name ?? 'unknown';
  return html`<span class="mention">${name.startsWith(sign) ? name : sign + name}</span>`;
}
