import * as unseen from '../../domain/names/unseen-characters.js';

/**
 * Text that came from outside. It may hold anything: mentions, markdown, control characters,
 * direction marks, five thousand letters. What leaves here is shown literally and harmlessly.
 */

const INVISIBLE = new RegExp(`[${unseen.UNSEEN}]`, 'gu');

const BREAKS = new RegExp(`[${unseen.BREAKS}]+`, 'g');

/** More marks on one letter than any script needs would cover the lines around it. */
const TOWER = /(\p{M}{4})\p{M}+/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** One line without invisible characters, at most `most` characters as a reader counts them. */
export function oneLine(text: string, most = 100): string {
  // Cut coarsely first, so that a megabyte of text costs no more than a name.
  const whole = text.length <= most * 20;
  const clean = (whole ? text : text.slice(0, most * 20).replace(/[\uD800-\uDBFF]$/, ''))
    // First, because two halves could become an invisible character when what is between them goes.
    .toWellFormed()
    .replaceAll(BREAKS, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(TOWER, '$1')
    .trim();
  if (clean.length <= most && whole) return clean;
  const kept: string[] = [];
  for (const { segment } of graphemes.segment(clean)) {
    if (kept.length === most) return `${kept.slice(0, -1).join('')}…`;
    // A grapheme may join many letters: past eight code units only its first stays.
    kept.push(segment.length > 8 ? String.fromCodePoint(segment.codePointAt(0) ?? 0) : segment);
  }
  return whole ? kept.join('') : `${kept.slice(0, most - 1).join('')}…`;
}

/** Whether a line with room for so many characters shows every one of the text. */
export function isShownWhole(text: string, most: number): boolean {
  return oneLine(text, most) === text;
}

export const NOTHING_VISIBLE = '(nothing visible)';

/**
 * For embed and message text: literal, without markdown, mentions or links. Discord takes a
 * backslash before any sign as "shown as it is".
 */
export function plain(text: string, most = 100): string {
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
export function listing(items: readonly string[], most = 10): string {
  return firstOf(items.slice(0, most), items.length);
}

/** The same of items that were counted, of which only the first are at hand. */
export function firstOf(shown: readonly string[], count: number): string {
  const left = count - shown.length;
  if (left > 0) return `${shown.join(', ')} and ${left} more`;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
