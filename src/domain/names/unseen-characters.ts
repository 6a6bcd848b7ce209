/**
 * What never reaches a reader of a card: one definition for the views, which take it out, and
 * for the search for keys, which has to see through it. As the insides of character classes.
 */

/** What ends a line somewhere, and tabs: shown as one space. */
export const BREAKS = '\\t-\\r\\u0085\\u2028\\u2029';

/**
 * Other control, zero-width and direction-changing characters, which hide or reorder other text:
 * left out. None is in `BREAKS`, so that a pattern of both can match in one way only.
 */
export const UNSEEN =
  '\\0-\\x08\\x0E-\\x1F\\x7F-\\x84\\x86-\\x9F\\p{Cf}\\p{Co}\\p{Default_Ignorable_Code_Point}';
