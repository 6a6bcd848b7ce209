/** What never reaches a reader of a card, as the insides of character classes. */

/** Line breaks of any kind, and tabs: shown as one space. */
export const BREAKS = '\\t-\\r\\u0085\\u2028\\u2029';

/**
 * Other control, zero-width and direction-changing characters, which hide or reorder text: left
 * out. None is in `BREAKS`, so a pattern of both can match in one way only.
 */
export const INVISIBLE =
  '\\0-\\x08\\x0E-\\x1F\\x7F-\\x84\\x86-\\x9F\\p{Cf}\\p{Co}\\p{Default_Ignorable_Code_Point}';

const INVISIBLE_PATTERN = new RegExp(`[${INVISIBLE}]`, 'gu');

export function hasInvisible(text: string): boolean {
  return text.search(INVISIBLE_PATTERN) !== -1;
}

/** `inPlace`: what stands for each instead. */
export function withoutInvisible(text: string, inPlace = ''): string {
  return text.replaceAll(INVISIBLE_PATTERN, inPlace);
}

/**
 * Without a glyph of their own, though no property says so: the blank of braille, what stands for an
 * absent object, a note's null head, blanks among hieroglyphs; joiners and fillers (Tifinagh, Khitan,
 * Brahmi); selectors of how the sign before is drawn (hieroglyphs, shorthand, SignWriting). Marks
 * that stack the letters of Khmer or Burmese are drawn, and needed there.
 */
const BLANK =
  '\\u2800\\uFFFC\\u{1D159}\\u{13441}\\u{13442}' +
  '\\u2D7F\\u{16FE4}\\u{1107F}\\u{13440}\\u{1BC9D}\\u{1DA9B}-\\u{1DA9F}\\u{1DAA1}-\\u{1DAAF}';

/**
 * Characters that nobody sees, or that look like a space: controls, format and line signs, fillers,
 * spaces other than U+0020, what Unicode doesn't assign, and what is drawn blank. One definition for
 * names, which may contain none of them, and for the key search, which must see through them.
 * Includes all of the above.
 */
export const INVISIBLE_OR_BLANK =
  '\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u00A0\\u1680\\u2000-\\u200A\\u202F' +
  `\\u205F\\u3000${BLANK}`;
