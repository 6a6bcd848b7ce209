import { INVISIBLE_OR_BLANK } from './invisible-characters.js';

/** One character of a name, in a form that can be named to a person. */
export interface NamedCharacter {
  /** `U+200B` */
  readonly codePoint: string;
  /** 1-based, counted in code points. */
  readonly position: number;
}

/** A space at either end is invisible too. The look behind tries each run of spaces only once. */
const INVISIBLE = new RegExp(`[${INVISIBLE_OR_BLANK}]|^ +|(?<! ) +$`, 'gu');

const UNUSUAL = /[^ -~]/gu;

/** Characters that a reader would not see; a name with one isn't sent. */
export function invisibleCharacters(name: string): NamedCharacter[] {
  return charactersIn(name, INVISIBLE);
}

/** Everything except printable ASCII. */
export function unusualCharacters(name: string): NamedCharacter[] {
  return charactersIn(name, UNUSUAL);
}

/** SpaceRun at an end or in a row, which are shown as none or look like one. */
export interface SpaceRun {
  /** 1-based, counted in code points. */
  readonly from: number;
  readonly to: number;
}

const MISSED_SPACES = /^ +|(?<! ) +$| {2,}/g;

export function missedSpaces(name: string): SpaceRun[] {
  const positionOf = positionsIn(name);
  return [...name.matchAll(MISSED_SPACES)].map(({ 0: { length }, index }) => {
    const from = positionOf(index);
    return { from, to: from + length - 1 };
  });
}

/** `U+0061` for the text's first character. */
export function codePointOf(text: string): string {
  const hex = (text.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${hex.padStart(4, '0')}`;
}

function charactersIn(name: string, pattern: RegExp): NamedCharacter[] {
  const positionOf = positionsIn(name);
  return [...name.matchAll(pattern)].map((match) => ({
    codePoint: codePointOf(match[0]),
    position: positionOf(match.index),
  }));
}

/** For indexes that only grow, so that a long name is counted through once. */
function positionsIn(name: string): (index: number) => number {
  let [at, position] = [0, 1];
  return (index) => {
    for (; at < index; position++) at += (name.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    return position;
  };
}
