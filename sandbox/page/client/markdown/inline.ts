import { readCode, readPaired, runAt } from './paired.js';

/** Discord's inline markdown as a tree. No DOM, so that tests need none. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: Style; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly url: string; readonly children: readonly Inline[] }
  | { readonly kind: 'mention'; readonly of: 'user' | 'role' | 'channel'; readonly id: string }
  | { readonly kind: 'everyone'; readonly text: string }
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'time'; readonly seconds: number; readonly style: string };

type Style = 'bold' | 'italic' | 'underline' | 'strike' | 'spoiler';

interface Found {
  readonly node: Inline;
  readonly length: number;
}

interface Rule {
  readonly pattern: RegExp;
  readonly read: (match: readonly string[], depth: number) => Inline | null;
}

/** The most seconds a JavaScript date can hold. */
const furthestSeconds = 8_640_000_000_000;
/** Nobody nests deeper, but hostile text may try. */
const deepest = 8;

const marks: readonly (readonly [string, Style])[] = [
  ['**', 'bold'],
  ['__', 'underline'],
  ['~~', 'strike'],
  ['||', 'spoiler'],
  ['*', 'italic'],
  ['_', 'italic'],
];

const text = (value: string): Inline => ({ kind: 'text', text: value });
const mention = (of: 'user' | 'role' | 'channel'): Rule['read'] => {
  return (match) => ({ kind: 'mention', of, id: match[1] ?? '' });
};

/** Tried in this order. */
const rules: readonly Rule[] = [
  { pattern: /^\\([^0-9A-Za-z\s])/, read: (match) => text(match[1] ?? '') },
  { pattern: /^\n/, read: () => ({ kind: 'break' }) },
  { pattern: /^<t:(-?\d{1,17})(?::([tTdDfFRsS]))?>/, read: readTime },
  { pattern: /^<@!?(\d{15,20})>/, read: mention('user') },
  { pattern: /^<@&(\d{15,20})>/, read: mention('role') },
  { pattern: /^<#(\d{15,20})>/, read: mention('channel') },
  {
    pattern: /^<\/([^:>\n]{1,100}):\d{1,20}>/,
    read: (match) => ({ kind: 'command', text: match[1] ?? '' }),
  },
  { pattern: /^@(?:everyone|here)/, read: (match) => ({ kind: 'everyone', text: match[0] ?? '' }) },
  {
    pattern: /^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)/,
    read: (match, depth) => ({
      kind: 'link',
      url: match[2] ?? '',
      children: parseInline(match[1] ?? '', depth + 1),
    }),
  },
  { pattern: /^<(https?:\/\/[^\s>]+)>/, read: (match) => bareLink(match[1] ?? '') },
  { pattern: /^https?:\/\/[^\s<]+[^<.,:;"'\])\s*_~|]/, read: (match) => bareLink(match[0] ?? '') },
];

/** Parses one run of text; anything that isn't markdown stays unchanged. */
export function parseInline(source: string, depth = 0): readonly Inline[] {
  const nodes: Inline[] = [];
  let plain = '';
  let at = 0;
  while (at < source.length) {
    const found = readAt(source, at, depth);
    if (found?.node.kind === 'text') plain += found.node.text;
    else if (found) {
      if (plain) nodes.push(text(plain));
      plain = '';
      nodes.push(found.node);
    } else plain += source[at] ?? '';
    at += found?.length ?? 1;
  }
  return plain ? [...nodes, text(plain)] : nodes;
}

function readAt(source: string, at: number, depth: number): Found | null {
  const first = source[at] ?? '';
  // Only these can begin markup; everything else is skipped without trying.
  if (!/[\\\n`<@[h*_~|]/.test(first)) return null;
  const rest = source.slice(at);
  if (first === '`') return codeAt(rest);
  for (const { pattern, read } of rules) {
    const match = pattern.exec(rest);
    const node = match && read(match, depth);
    if (match && node) return { node, length: match[0].length };
  }
  return depth < deepest ? styledAt(rest, source.slice(Math.max(0, at - 1), at), depth) : null;
}

function codeAt(rest: string): Found {
  const code = readCode(rest);
  if (code) return { node: { kind: 'code', text: code.inner }, length: code.length };
  const run = runAt(rest, 0);
  return { node: text(rest.slice(0, run)), length: run };
}

function styledAt(rest: string, previous: string, depth: number): Found | null {
  for (const [mark, kind] of marks) {
    if (!rest.startsWith(mark)) continue;
    const pair = readPaired(rest, mark);
    if (!pair || !mayStyle(mark, previous, { inner: pair.inner, next: rest[pair.length] ?? '' })) {
      continue;
    }
    return { node: { kind, children: parseInline(pair.inner, depth + 1) }, length: pair.length };
  }
  return null;
}

/** Keeps a product of two numbers from becoming italic, and snake_case_names unchanged. */
function mayStyle(mark: string, previous: string, found: { inner: string; next: string }): boolean {
  if (mark === '*') return !/^\s|\s$/.test(found.inner);
  return mark !== '_' || (!/[A-Za-z0-9]/.test(previous) && !/[A-Za-z0-9]/.test(found.next));
}

function readTime(match: readonly string[]): Inline | null {
  const seconds = Number(match[1]);
  if (Math.abs(seconds) > furthestSeconds) return null;
  return { kind: 'time', seconds, style: match[2] ?? 'f' };
}

function bareLink(url: string): Inline {
  return { kind: 'link', url, children: [text(url)] };
}
