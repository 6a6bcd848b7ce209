/** One character of a name, as it can be named to a person. */
export interface NamedLetter {
  /** `U+200B` */
  readonly codePoint: string;
  /** 1-based, counted in code points. */
  readonly position: number;
}

/**
 * What nobody sees, or sees as a space: controls, format and line signs, fillers, spaces other
 * than U+0020, what Unicode does not assign, and four signs that are drawn blank though no
 * property says so. A space at either end is not seen either.
 */
const UNSEEN =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\u{13441}\u{13442}]|(?! )\p{Zs}|^ +| +$/gu;

const UNUSUAL = /[^ -~]/gu;

/** Why a name is not sent: each of its characters that a reader would not see. */
export function unseenLetters(name: string): NamedLetter[] {
  return lettersIn(name, UNSEEN);
}

/** All that is not printable ASCII: letters of other scripts, and what is unseen. */
export function unusualLetters(name: string): NamedLetter[] {
  return lettersIn(name, UNUSUAL);
}

/** `U+0061` for the text's first character. */
export function codePointOf(text: string): string {
  const hex = (text.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${hex.padStart(4, '0')}`;
}

function lettersIn(name: string, pattern: RegExp): NamedLetter[] {
  return [...name.matchAll(pattern)].map((match) => ({
    codePoint: codePointOf(match[0]),
    position: Array.from(name.slice(0, match.index)).length + 1,
  }));
}
