import { oneLine } from '../../domain/names/one-line.js';

/**
 * Text that came from outside. It may hold anything: mentions, markdown, control characters,
 * direction marks, five thousand letters. What leaves here is shown literally and harmlessly.
 */

/** Whether a line with room for so many characters shows every one of the text. */
export function isShownWhole(text: string, most: number): boolean {
  return oneLine(text, most) === text;
}

export const NOTHING_VISIBLE = '(nothing visible)';

/**
 * For embed and message text: literal, without markdown, mentions or links. Discord takes a
 * backslash before any sign as "shown as it is".
 */
export function escapeMarkdown(text: string, most = 100): string {
  const line = oneLine(text, most);
  // Something came, though nobody could see it: an empty place would say that nothing did.
  if (line === '' && text !== '') return NOTHING_VISIBLE;
  return line.replaceAll(/[\\*_~`|>#[\]()<@:+.!-]/g, '\\$&');
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

/** The same of items that were counted, of which only the first are at hand. */
export function firstOf(shown: readonly string[], count: number): string {
  const left = count - shown.length;
  if (left > 0) return `${shown.join(', ')} and ${left} more`;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
