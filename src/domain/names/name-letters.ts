import { NOBODY_SEES } from './unseen-characters.js';

/** One character of a name, as it can be named to a person. */
export interface NamedLetter {
  /** `U+200B` */
  readonly codePoint: string;
  /** 1-based, counted in code points. */
  readonly position: number;
}

/** A space at either end is not seen either. */
const UNSEEN = new RegExp(`[${NOBODY_SEES}]|^ +| +$`, 'gu');

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
