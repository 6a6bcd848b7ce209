import { html, type TemplateResult } from 'lit-html';
import { app } from './app.js';
import { writeCommand } from './composer.js';
import { timestamp } from './times.js';

/** Discord's Markdown as far as the bot writes it. Text stays text: nothing of it becomes HTML. */
export function markdown(text: string): TemplateResult[] {
  return text.split(/(```[^]*?```\n?)/).flatMap((part, index) => {
    if (index % 2 === 0) return part === '' ? [] : lines(part);
    const code = part.replace(/^```(?:\w+\n|\n)?/, '').replace(/\n?```\n?$/, '');
    return [html`<pre class="code-block"><code>${code}</code></pre>`];
  });
}

function lines(text: string): TemplateResult[] {
  return text.replace(/\n$/, '').split('\n').map(line);
}

function line(text: string): TemplateResult {
  const [, mark, rest = ''] = /^(-# |> |#{1,3} |[-*] |\s{2,}[-*] )(.*)/.exec(text) ?? [];
  if (mark === undefined)
    return html`<div class="line">${text === '' ? html`<br />` : inline(text)}</div>`;
  if (mark === '-# ') return html`<div class="line small">${inline(rest)}</div>`;
  if (mark === '> ') return html`<blockquote class="line">${inline(rest)}</blockquote>`;
  if (mark.startsWith('#')) return html`<div class="line"><b>${inline(rest)}</b></div>`;
  return html`<div class="line item">${inline(rest)}</div>`;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** What stands in a line, in the order in which it is looked for. */
const marks: readonly (readonly [pattern: string, show: (found: Groups) => unknown])[] = [
  [String.raw`\\(?<escaped>[^\w\s])`, ({ escaped }) => escaped],
  ['`(?<code>[^`]+)`', ({ code }) => html`<code>${code}</code>`],
  [pair('bold', String.raw`\*\*`), ({ bold = '' }) => html`<strong>${inline(bold)}</strong>`],
  [pair('under', '__'), ({ under = '' }) => html`<u>${inline(under)}</u>`],
  [pair('italic', String.raw`\*`), ({ italic = '' }) => html`<em>${inline(italic)}</em>`],
  [String.raw`\b_(?<slanted>[^_]+)_\b`, ({ slanted = '' }) => html`<em>${inline(slanted)}</em>`],
  [pair('struck', '~~'), ({ struck = '' }) => html`<s>${inline(struck)}</s>`],
  [
    String.raw`\[(?<words>[^\]]+)\]\((?<target>https?://[^\s)]+)\)`,
    ({ words = '', target = '' }) => link(target, inline(words)),
  ],
  [String.raw`<?(?<url>https?://[^\s<>)]+)>?`, ({ url = '' }) => link(url, url)],
  [
    String.raw`<t:(?<time>-?\d+)(?::(?<style>[tTdDfFR]))?>`,
    ({ time, style }) => html`<time>${timestamp(Number(time) * 1_000, style)}</time>`,
  ],
  [
    String.raw`</(?<command>[^:>]+):\d+>`,
    ({ command = '' }) =>
      html`<button class="mention" @click=${() => writeCommand({ name: command })}>
        /${command}
      </button>`,
  ],
  [String.raw`<#(?<channel>\d+)>`, ({ channel }) => mention('#', app.state?.channels, channel)],
  [String.raw`<@&(?<role>\d+)>`, ({ role }) => mention('@', app.state?.roles, role)],
  [String.raw`<@!?(?<person>\d+)>`, ({ person }) => mention('@', app.state?.people, person)],
];

/** Text between two marks, in which an escaped mark is text. */
function pair(name: string, mark: string): string {
  return String.raw`${mark}(?=\S)(?<${name}>(?:\\.|[^\\])+?)(?<=\S)${mark}`;
}

const anyMark = new RegExp(marks.map(([pattern]) => pattern).join('|'), 'g');

function inline(text: string): unknown[] {
  const shown: unknown[] = [];
  let end = 0;
  for (const found of text.matchAll(anyMark)) {
    const groups: Groups = found.groups ?? {};
    const [, show] =
      marks.find(([pattern]) => nameIn(pattern).some((name) => groups[name] !== undefined)) ?? [];
    shown.push(text.slice(end, found.index), show?.(groups));
    end = found.index + found[0].length;
  }
  return [...shown, text.slice(end)];
}

function nameIn(pattern: string): string[] {
  return [...pattern.matchAll(/\(\?<(\w+)>/g)].map(([, name = '']) => name);
}

function link(target: string, words: unknown): TemplateResult {
  return html`<a href=${target} target="_blank" rel="noreferrer">${words}</a>`;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

function mention(sign: string, things: readonly Named[] = [], id = ''): TemplateResult {
  const name = things.find((thing) => thing.id === id)?.name ?? 'unknown';
  return html`<span class="mention">${name.startsWith(sign) ? name : sign + name}</span>`;
}
