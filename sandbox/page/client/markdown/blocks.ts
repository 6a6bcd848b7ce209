import { parseInline, type Inline } from './inline.js';

/** Discord's block markdown, decided by how a line begins. */
export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'subtext'; readonly children: readonly Inline[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string };

export interface ListItem {
  /** 0 for the outermost. */
  readonly depth: number;
  /** Number of an ordered item; null for a bullet. */
  readonly number: number | null;
  readonly children: readonly Inline[];
}

const fence = /```(?:([a-zA-Z0-9+#_-]+)\n)?\n*([\s\S]*?)\n*```/;
const bullet = /^( *)(?:([-*])|(\d{1,9})\.) +(\S.*)$/;

/** Code fences come first: nothing inside one is markdown. */
export function parseMarkdown(source: string): readonly Block[] {
  const blocks: Block[] = [];
  let rest = source;
  for (let match = findFence(rest); match; match = findFence(rest)) {
    blocks.push(...parseLines(rest.slice(0, match.index).replace(/\n$/, '')));
    const [whole, language = '', text = ''] = match;
    blocks.push({ kind: 'code', language, text });
    rest = rest.slice(match.index + whole.length).replace(/^\n/, '');
  }
  return [...blocks, ...parseLines(rest)];
}

/** An escaped fence doesn't count. */
function findFence(source: string): RegExpExecArray | null {
  const match = fence.exec(source);
  if (!match || match[2]?.trim() === '') return null;
  return source[match.index - 1] === '\\' ? null : match;
}

/** Discord's quotes don't nest. */
function parseLines(source: string, quotes = true): readonly Block[] {
  if (source === '') return [];
  const blocks: Block[] = [];
  const lines = source.split('\n');
  let paragraph: string[] = [];

  const endParagraph = () => {
    if (paragraph.length > 0) {
      blocks.push({ kind: 'paragraph', children: parseInline(paragraph.join('\n')) });
    }
    paragraph = [];
  };

  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const found = (quotes ? quoteAt(lines, at) : null) ?? blockAt(lines, at);
    if (found) {
      endParagraph();
      blocks.push(found.block);
      at += found.lines;
    } else {
      paragraph.push(line);
      at += 1;
    }
  }
  endParagraph();
  return blocks;
}

function blockAt(lines: readonly string[], at: number): { block: Block; lines: number } | null {
  const line = lines[at] ?? '';
  const heading = /^(#{1,3}) +(\S.*)$/.exec(line);
  if (heading) {
    const level = heading[1]?.length ?? 1;
    return { block: { kind: 'heading', level, children: parseInline(heading[2] ?? '') }, lines: 1 };
  }
  const subtext = /^-# +(\S.*)$/.exec(line);
  if (subtext) {
    return { block: { kind: 'subtext', children: parseInline(subtext[1] ?? '') }, lines: 1 };
  }
  return bullet.test(line) ? listAt(lines, at) : null;
}

function quoteAt(lines: readonly string[], at: number): { block: Block; lines: number } | null {
  const line = lines[at] ?? '';
  if (line.startsWith('>>> ')) {
    const quoted = [line.slice(4), ...lines.slice(at + 1)].join('\n');
    const block: Block = { kind: 'quote', blocks: parseLines(quoted, false) };
    return { block, lines: lines.length - at };
  }
  if (!line.startsWith('> ')) return null;
  const end = lines.findIndex((later, index) => index > at && !later.startsWith('> '));
  const quoted = lines.slice(at, end === -1 ? undefined : end);
  const blocks = parseLines(quoted.map((one) => one.slice(2)).join('\n'), false);
  return { block: { kind: 'quote', blocks }, lines: quoted.length };
}

function listAt(lines: readonly string[], at: number): { block: Block; lines: number } {
  const items: ListItem[] = [];
  for (const line of lines.slice(at)) {
    const match = bullet.exec(line);
    if (!match) break;
    const [, indent = '', , number, content = ''] = match;
    items.push({
      depth: Math.min(Math.floor(indent.length / 2), 10),
      number: number === undefined ? null : Number(number),
      children: parseInline(content),
    });
  }
  return { block: { kind: 'list', items }, lines: items.length };
}
