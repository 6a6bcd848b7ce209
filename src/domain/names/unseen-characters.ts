/** What never reaches a reader of a card, as the insides of character classes. */

/** Line breaks of any kind, and tabs: shown as one space. */
export const BREAKS = '\\t-\\r\\u0085\\u2028\\u2029';

/**
 * Other control, zero-width and direction-changing characters, which hide or reorder text: left
 * out. None is in `BREAKS`, so a pattern of both can match in one way only.
 */
export const UNSEEN =
  '\\0-\\x08\\x0E-\\x1F\\x7F-\\x84\\x86-\\x9F\\p{Cf}\\p{Co}\\p{Default_Ignorable_Code_Point}';

const UNSEEN_PATTERN = new RegExp(`[${UNSEEN}]`, 'gu');

export function hasUnseen(text: string): boolean {
  return text.search(UNSEEN_PATTERN) !== -1;
}

export function withoutUnseen(text: string): string {
  return text.replaceAll(UNSEEN_PATTERN, '');
}

/**
 * Characters that nobody sees, or that look like a space: controls, format and line signs, fillers,
 * spaces other than U+0020, what Unicode doesn't assign, and five signs drawn blank though no
 * property says so (U+FFFC stands for an absent object). One definition for names, which may
 * contain none of them, and for the key search, which must see through them. Includes all of the
 * above.
 */
export const NOBODY_SEES =
  '\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u00A0\\u1680\\u2000-\\u200A\\u202F' +
  '\\u205F\\u3000\\u2800\\uFFFC\\u{1D159}\\u{13441}\\u{13442}';
