export interface NamedLetter {
  /** `U+200B` */
  readonly codePoint: string;
  /** 1-based, counted in code points. */
  readonly position: number;
}

/**
 * Invisible or seen as a space: controls, format and line characters, fillers, other spaces,
 * unassigned ones, four that are drawn blank without a property, and a space at either end.
 */
const UNSEEN =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\u{13441}\u{13442}]|(?! )\p{Zs}|^ +| +$/gu;

const UNUSUAL = /[^ -~]/gu;

/** Characters that a reader would not see; a name with one isn't sent. */
export function unseenLetters(name: string): NamedLetter[] {
  return lettersIn(name, UNSEEN);
}

/** All but printable ASCII. */
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
