import { oneLine } from '../../domain/names/one-line.js';
import { hasInvisible } from '../../domain/names/invisible-characters.js';

/** Outside text, which may hold anything, made to show literally on Discord. */

/** Between a value before and after; `a → b` may be one text, as what a move is about. */
const ARROW = ' → ';

/** The blocks of scripts written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069'];

/** Next to an arrow, two names written from right to left would change places. For display alone. */
function inOwnDirection(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `${ISOLATE}${text}${END_OF_ISOLATE}` : text;
}

/** Whether `most` characters on one line show the whole text. */
export function isShownWhole(text: string, most: number): boolean {
  return oneLine(text, most) === text;
}

export const NOTHING_VISIBLE = '(nothing visible)';

/** For embed and message text: without markdown, mentions or links. */
export function escapeMarkdown(text: string, most = 100): string {
  const line = oneLine(text, most);
  // Blank space would look as if nothing came.
  if (line === '' && text !== '') return NOTHING_VISIBLE;
  const escaped = line.replaceAll(/[\\*_~`|>#[\]()<@:+.!-]/g, '\\$&');
  return escaped.split(ARROW).map(inOwnDirection).join(ARROW);
}

/** The pool's words: like `escapeMarkdown`, but says if that left something out. */
export function poolText(text: string, most = 100): string {
  const words = escapeMarkdown(text, most);
  return hasInvisible(text) ? `${words} (with invisible characters)` : words;
}

/** A status as received, in quotes if it begins or ends with spaces. */
export function statusText(status: string, most = 100): string {
  return poolText(status === status.trim() ? status : JSON.stringify(status), most);
}

/**
 * Inline code, for ids, addresses and names that people copy. Escaped text if it holds a backtick:
 * that would end the span, and another letter in its place is not what was typed or is sent.
 */
export function code(text: string, most = 120): string {
  const inner = oneLine(text, most);
  if (inner.includes('`')) return escapeMarkdown(text, most);
  // Outside of the span, so that nobody copies what keeps its direction.
  return inner === '' ? '` `' : inOwnDirection(`\`${inner}\``);
}

/** For the inside of a code block: only three backticks in a row would close it early. */
export function insideBlock(text: string): string {
  return text.replaceAll(/`{3,}/g, (run) => 'ˋ'.repeat(run.length));
}

/** `a, b and c`; after `most` items, says how many are left. */
export function joinList(items: readonly string[], most = 10): string {
  return firstOf(items.slice(0, most), items.length);
}

/** The same if only the first of `count` items are at hand. */
export function firstOf(shown: readonly string[], count: number): string {
  const left = count - shown.length;
  if (left > 0) return `${shown.join(', ')} and ${left} more`;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

interface ListLimit {
  readonly most: number;
  /** What the left-out items are: `types`. */
  readonly what?: string;
}

/** A line for each of the first `most`, and one for the number left. */
export function limitLines<Item>(
  items: readonly Item[],
  lineOf: (item: Item) => string,
  { most, what = '' }: ListLimit,
): string[] {
  const left = items.length - most;
  const lines = items.slice(0, most).map(lineOf);
  return left > 0 ? [...lines, `and ${left} more ${what}`.trimEnd()] : lines;
}

/** With a capital first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
