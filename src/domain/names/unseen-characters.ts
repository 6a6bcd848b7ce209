/** Insides of character classes, for the views, which remove these, and for redacting keys. */

/** Line ends and tabs, shown as one space. */
export const BREAKS = '\\t-\\r\\u0085\\u2028\\u2029';

/** Others that hide or reorder text. None is in `BREAKS`, so patterns of both can't backtrack. */
export const UNSEEN =
  '\\0-\\x08\\x0E-\\x1F\\x7F-\\x84\\x86-\\x9F\\p{Cf}\\p{Co}\\p{Default_Ignorable_Code_Point}';
