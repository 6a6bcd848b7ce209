import { addFirst, addLetter, addSpaces, isHalfEscape, type Letter } from './key-letters.js';
import { spellingsOf, type Spelling } from './key-spellings.js';

export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Find = (text: string, from: number) => Span | undefined;

/** Where a key, or something of it, stands in a text; each finds the first place. */
export interface KeySearch {
  readonly whole: Find;
  /** Its beginning, long enough, as far as it goes. */
  readonly beginning: Find;
  /** Whether there may be something of it; looks closely at few places, and then says yes. */
  readonly mayHold: (text: string) => boolean;
  /** Any beginning of it that the end of the text cuts off. */
  readonly cutOff: Find;
  /** Fewer characters hold nothing of it. */
  readonly least: number;
  /** In how many letters it is spelt, at most. */
  readonly letters: number;
}

/** For each character of a text. Only text made to be slow to search takes more. */
const STEPS_A_CHARACTER = 8;
const STEPS_AT_LEAST = 100_000;
/** Some 5 ms; an ordinary megabyte takes a tenth. */
const STEPS_AT_A_GLANCE = 50_000;

/**
 * Goes from letter to letter and keeps every place where the last one may end, since what is
 * escaped can be read in several ways.
 * A regular expression of all that takes megabytes of memory for each key. Text that would take
 * too many steps counts as the key from end to end.
 */
export function createKeySearch(key: string): KeySearch | null {
  const spellings = spellingsOf(key);
  if (spellings.length === 0) return null;
  const firsts = spellings.map(({ letters }) => letters[0]?.alike ?? '').join('');
  const candidates = candidatesOf(spellings, firsts);
  const anyFirst: Letter = { alike: firsts, name: undefined };

  /** Most escaped characters begin no spelling, which is told of all at once. */
  function isOtherEscape(text: string, at: number): boolean {
    const isEscape = text[at] === '\\' || text[at] === '%' || text.startsWith('&#', at);
    if (!isEscape || firsts.includes(text[at] ?? '')) return false;
    const ends: number[] = [];
    addFirst(text, at, { letter: anyFirst, ends });
    return ends.length === 0;
  }

  function search(
    text: string,
    from: number,
    { accept, steps = STEPS_AT_LEAST + text.length * STEPS_A_CHARACTER }: Looking,
  ): Span | undefined {
    const budget = { steps };
    let second = codeAt(text, from);
    for (let start = from; start < text.length; start++) {
      const first = second;
      second = codeAt(text, start + 1);
      const mask = candidates[first * CODES + second] ?? 0;
      if (mask === 0 || isOtherEscape(text, start)) continue;
      for (const [index, spelling] of spellings.entries()) {
        if ((mask & (1 << index)) === 0) continue;
        const end = walk(text, start, { spelling, accept, budget });
        if (budget.steps < 0) return { start: from, end: text.length };
        if (end !== undefined) return { start, end };
      }
    }
    return undefined;
  }

  return {
    whole: (text, from) => search(text, from, { accept: wholeKey }),
    beginning: (text, from) => search(text, from, { accept: longBeginning }),
    mayHold: (text) =>
      search(text, 0, { accept: longBeginning, steps: STEPS_AT_A_GLANCE }) !== undefined,
    cutOff: (text, from) => search(text, from, { accept: cutOffBeginning }),
    least: Math.min(...spellings.map(shortest)),
    letters: Math.max(...spellings.map(({ letters }) => letters.length)),
  };
}

/** Spaces may be left out. */
function shortest({ letters, least }: Spelling): number {
  return letters.slice(0, least).filter(({ alike }) => alike !== ' ').length;
}

/**
 * A first look at two characters, which passes over nearly all that is not the key: for each pair
 * of codes, the spellings that may begin with it, as bits.
 */
function candidatesOf(spellings: readonly Spelling[], firsts: string): Uint8Array {
  const masks = new Uint8Array(CODES * CODES);
  for (const first of new Set(`${firsts}\\%&`)) {
    for (let second = 0; second < CODES; second++) {
      let mask = 0;
      for (const [index, spelling] of spellings.entries())
        if (mayBegin(spelling, first, String.fromCharCode(second))) mask |= 1 << index;
      masks[first.charCodeAt(0) * CODES + second] = mask;
    }
  }
  return masks;
}

/** ASCII, and one more for all others and for the end of a text. */
const CODES = 129;

function codeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < CODES ? code : CODES - 1;
}

const ESCAPE = /^(?:\\u|%[0-9a-fA-F]|&[#a-zA-Z])/;
/** Begins an escaped letter, `0x`, or is not ASCII. */
const BEGINS_MORE = /[u%&0\x80]/;

function mayBegin({ letters, skip }: Spelling, one: string, two: string): boolean {
  const [first, second, third] = letters;
  if (ESCAPE.test(`${one}${two}`)) return true;
  if (!first?.alike.includes(one)) return false;
  if (BEGINS_MORE.test(two) || skip(two, 0).at(-1) === 1 || second?.alike.includes(two))
    return true;
  // A space of the key may be left out.
  return second?.alike === ' ' && (/[\s\\+]/.test(two) || third?.alike.includes(two) === true);
}

interface Looking {
  readonly accept: Accept;
  readonly steps?: number;
}

interface Walk {
  readonly spelling: Spelling;
  readonly accept: Accept;
  readonly budget: { steps: number };
}

/** Judges what `count` letters have come to, whose last ends at one of `ends`. */
type Accept = (
  text: string,
  found: { readonly spelling: Spelling; readonly count: number; readonly ends: readonly number[] },
) => number | undefined;

const wholeKey: Accept = (_, { spelling, count, ends }) =>
  count === spelling.letters.length ? furthest(ends) : undefined;

const longBeginning: Accept = (_, { spelling, count, ends }) =>
  count >= spelling.least ? furthest(ends) : undefined;

function furthest(ends: readonly number[]): number {
  return ends.reduce((most, end) => Math.max(most, end), 0);
}

/** One letter, or two, or all but the last. */
const cutOffBeginning: Accept = (text, { spelling, count, ends }) =>
  count < Math.max(2, spelling.letters.length) && ends.some((end) => isHalfEscape(text, end))
    ? text.length
    : undefined;

/** The end that was accepted last, of the most letters. */
function walk(text: string, start: number, { spelling, accept, budget }: Walk): number | undefined {
  let accepted: number | undefined;
  let ends: readonly number[] = [start];
  for (const [index, letter] of spelling.letters.entries()) {
    const next: number[] = [];
    const isBehindSpaces = spelling.letters[index - 1]?.alike === ' ';
    for (const end of ends) {
      if (index === 0) addFirst(text, end, { letter, ends: next });
      else if (letter.alike === ' ') addSpaces(text, end, next);
      else {
        const places = isBehindSpaces ? [end] : spelling.skip(text, end);
        for (const place of places) addLetter(text, place, { letter, ends: next });
        budget.steps -= places.length;
      }
      budget.steps -= next.length + 1;
    }
    if (next.length === 0 || budget.steps < 0) break;
    ends = next.length === 1 ? next : [...new Set(next)];
    accepted = accept(text, { spelling, count: index + 1, ends }) ?? accepted;
  }
  return accepted;
}
