/** Discord's inline markdown, read into a tree. No DOM here, so that it is tested without one. */
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

interface Rule {
  readonly pattern: RegExp;
  readonly read: (match: readonly string[], previous: string) => Inline | null;
}

/** Seconds that a JavaScript date can hold. */
const furthestSeconds = 8_640_000_000_000;

const text = (value: string): Inline => ({ kind: 'text', text: value });

function styled(kind: Style): Rule['read'] {
  return (match) => ({ kind, children: parseInline(match[1] ?? '') });
}

/** In the order in which Discord tries them at each place. */
const rules: readonly Rule[] = [
  { pattern: /^\\([^0-9A-Za-z\s])/, read: (match) => text(match[1] ?? '') },
  { pattern: /^\n/, read: () => ({ kind: 'break' }) },
  {
    pattern: /^(`+)([\s\S]*?[^`])\1(?!`)/,
    read: (match) => ({ kind: 'code', text: trimCode(match[2] ?? '') }),
  },
  { pattern: /^<t:(-?\d{1,17})(?::([tTdDfFRsS]))?>/, read: readTime },
  {
    pattern: /^<@!?(\d{15,20})>/,
    read: (match) => ({ kind: 'mention', of: 'user', id: match[1] ?? '' }),
  },
  {
    pattern: /^<@&(\d{15,20})>/,
    read: (match) => ({ kind: 'mention', of: 'role', id: match[1] ?? '' }),
  },
  {
    pattern: /^<#(\d{15,20})>/,
    read: (match) => ({ kind: 'mention', of: 'channel', id: match[1] ?? '' }),
  },
  {
    pattern: /^<\/([^:>\n]{1,100}):\d{1,20}>/,
    read: (match) => ({ kind: 'command', text: match[1] ?? '' }),
  },
  { pattern: /^@(?:everyone|here)/, read: (match) => ({ kind: 'everyone', text: match[0] ?? '' }) },
  {
    pattern: /^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)/,
    read: (match) => ({
      kind: 'link',
      url: match[2] ?? '',
      children: parseInline(match[1] ?? ''),
    }),
  },
  { pattern: /^<(https?:\/\/[^\s>]+)>/, read: (match) => bareLink(match[1] ?? '') },
  { pattern: /^https?:\/\/[^\s<]+[^<.,:;"'\])\s*_~|]/, read: (match) => bareLink(match[0] ?? '') },
  { pattern: /^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, read: styled('bold') },
  { pattern: /^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, read: styled('underline') },
  { pattern: /^~~((?:\\[\s\S]|[^\\])+?)~~/, read: styled('strike') },
  { pattern: /^\|\|((?:\\[\s\S]|[^\\])+?)\|\|/, read: styled('spoiler') },
  {
    pattern: /^\*(?![\s*])((?:\\[\s\S]|\*\*[\s\S]+?\*\*|[^\\*])+?)(?<!\s)\*(?!\*)/,
    read: styled('italic'),
  },
  {
    pattern: /^_((?:\\[\s\S]|__[\s\S]+?__|[^\\_])+?)_(?![A-Za-z0-9_])/,
    // snake_case_names stay as they are.
    read: (match, previous) =>
      /[A-Za-z0-9]$/.test(previous) ? null : styled('italic')(match, previous),
  },
];

/** Reads one run of text; whatever is not markdown stays as it stands. */
export function parseInline(source: string): readonly Inline[] {
  const nodes: Inline[] = [];
  let plain = '';
  let at = 0;
  while (at < source.length) {
    const found = readAt(source, at);
    if (!found) {
      plain += source[at] ?? '';
      at += 1;
      continue;
    }
    if (plain) nodes.push(text(plain));
    plain = '';
    nodes.push(found.node);
    at += found.length;
  }
  if (plain) nodes.push(text(plain));
  return joinText(nodes);
}

function readAt(source: string, at: number): { node: Inline; length: number } | null {
  // Only these can begin something; everything else is passed over without trying.
  if (!/[\\\n`<@[h*_~|]/.test(source[at] ?? '')) return null;
  const rest = source.slice(at);
  for (const { pattern, read } of rules) {
    const match = pattern.exec(rest);
    const node = match && read(match, source.slice(Math.max(0, at - 1), at));
    if (match && node) return { node, length: match[0].length };
  }
  return null;
}

function readTime(match: readonly string[]): Inline | null {
  const seconds = Number(match[1]);
  if (Math.abs(seconds) > furthestSeconds) return null;
  return { kind: 'time', seconds, style: match[2] ?? 'f' };
}

function bareLink(url: string): Inline {
  return { kind: 'link', url, children: [text(url)] };
}

/** A space between the fence and a backtick belongs to the fence. */
function trimCode(code: string): string {
  return code.replace(/^ (?=`)|(?<=`) $/g, '');
}

function joinText(nodes: readonly Inline[]): readonly Inline[] {
  const joined: Inline[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.kind === 'text' && last?.kind === 'text') {
      joined[joined.length - 1] = text(last.text + node.text);
    } else joined.push(node);
  }
  return joined;
}
