import * as unseen from './unseen-characters.js';

const BREAKS = new RegExp(`[${unseen.BREAKS}]+`, 'g');

/** More marks than any script needs would cover the lines around. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Nothing of it is cut, joined or left out. */
const PLAIN = /^[ -~]*$/;

/** One line without invisible characters, of at most `most` graphemes. */
export function oneLine(text: string, most = 100): string {
  if (text.length <= most && PLAIN.test(text)) return text.trim();
  // Cut coarsely first: the text may be a megabyte.
  const whole = text.length <= most * 20;
  const start = whole ? text : text.slice(0, most * 20).replace(/[\uD800-\uDBFF]$/, '');
  // First well formed: two surrogate halves could join when what is between them goes.
  const clean = unseen
    .withoutUnseen(start.toWellFormed().replaceAll(BREAKS, ' '))
    .replaceAll(STACKED_MARKS, '$1')
    .trim();
  if (clean.length <= most && whole) return clean;
  const kept: string[] = [];
  for (const { segment } of graphemes.segment(clean)) {
    if (kept.length === most) return `${kept.slice(0, -1).join('')}…`;
    // A grapheme may join many letters: of a long one only the first stays.
    kept.push(segment.length > 8 ? String.fromCodePoint(segment.codePointAt(0) ?? 0) : segment);
  }
  return whole ? kept.join('') : `${kept.slice(0, most - 1).join('')}…`;
}
