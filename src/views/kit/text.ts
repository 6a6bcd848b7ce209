import { oneLine } from '../../domain/names/one-line.js';
import { hasUnseen } from '../../domain/names/unseen-characters.js';

/** Text from outside, which may hold anything, made such that Discord shows it literally. */

/** Whether `most` characters of one line show all of the text. */
export function isShownWhole(text: string, most: number): boolean {
  return oneLine(text, most) === text;
}

export const NOTHING_VISIBLE = '(nothing visible)';

/** For embed and message text: without markdown, mentions or links. */
export function escapeMarkdown(text: string, most = 100): string {
  const line = oneLine(text, most);
  // An empty place would say that nothing came.
  if (line === '' && text !== '') return NOTHING_VISIBLE;
  return line.replaceAll(/[\\*_~`|>#[\]()<@:+.!-]/g, '\\$&');
}

/** What the pool said: as `escapeMarkdown`, and says so where that left something out. */
export function poolWords(text: string, most = 100): string {
  const words = escapeMarkdown(text, most);
  return hasUnseen(text) ? `${words} (with invisible characters)` : words;
}

/** A status as it came: in quotes where spaces at its ends would not be seen. */
export function statusWords(status: string, most = 100): string {
  return poolWords(status === status.trim() ? status : JSON.stringify(status), most);
}

/** Inline code, for ids, addresses and names that people copy. */
export function code(text: string, most = 120): string {
  const inner = oneLine(text, most).replaceAll('`', 'ˋ');
  return inner === '' ? '` `' : `\`${inner}\``;
}

/** For the inside of a code block: nothing can close the block early. */
export function insideBlock(text: string): string {
  return text.replaceAll('`', 'ˋ');
}

/** `a, b and c`, cut after `most` items with how many are left. */
export function joinList(items: readonly string[], most = 10): string {
  return firstOf(items.slice(0, most), items.length);
}

/** The same where only the first of `count` items are at hand. */
export function firstOf(shown: readonly string[], count: number): string {
  const left = count - shown.length;
  if (left > 0) return `${shown.join(', ')} and ${left} more`;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

interface Limit {
  readonly most: number;
  /** `types`: said of those left out. */
  readonly what?: string;
}

/** A line for each of the first `most`, and one for how many more there are. */
export function limitLines<Item>(
  items: readonly Item[],
  lineOf: (item: Item) => string,
  { most, what = '' }: Limit,
): string[] {
  const left = items.length - most;
  const lines = items.slice(0, most).map(lineOf);
  return left > 0 ? [...lines, `and ${left} more ${what}`.trimEnd()] : lines;
}
