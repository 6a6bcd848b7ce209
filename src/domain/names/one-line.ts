import * as unseen from './invisible-characters.js';

const BREAKS = new RegExp(`[${unseen.BREAKS}]+`, 'g');

/** More marks than any script needs would cover the lines above and below. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Text with nothing to cut, join or remove. */
const PLAIN = /^[ -~]*$/;

/** One line without invisible characters, of at most `most` graphemes. */
export function oneLine(text: string, most = 100): string {
  if (text.length <= most && PLAIN.test(text)) return text.trim();
  // Cut roughly first: the text may be a megabyte.
  const whole = text.length <= most * 20;
  const start = whole ? text : text.slice(0, most * 20).replace(/[\uD800-\uDBFF]$/, '');
  // Made well-formed first: two surrogate halves could join once what is between them is removed.
  const clean = unseen
    .withoutInvisible(start.toWellFormed().replaceAll(BREAKS, ' '))
    .replaceAll(STACKED_MARKS, '$1')
    .trim();
  if (clean.length <= most && whole) return clean;
  const kept: string[] = [];
  for (const { segment } of graphemes.segment(clean)) {
    if (kept.length === most) return `${kept.slice(0, -1).join('')}…`;
    // A grapheme may join many letters: a long one is reduced to its first.
    kept.push(segment.length > 8 ? String.fromCodePoint(segment.codePointAt(0) ?? 0) : segment);
  }
  return whole ? kept.join('') : `${kept.slice(0, most - 1).join('')}…`;
}
