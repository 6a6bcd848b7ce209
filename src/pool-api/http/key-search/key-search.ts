import { addFirst, addLetter, addSpaces, isHalfEscape, type Letter } from './key-letters.js';
import { spellingsOf, type Spelling } from './key-spellings.js';

export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export type Find = (text: string, from: number) => TextSpan | undefined;

/** Finds a key, or part of it, in a text; each finds the first place. */
export interface KeySearch {
  readonly whole: Find;
  /** Its beginning, if long enough, as far as it goes. */
  readonly beginning: Find;
  /** Whether part of it may be there; looks closely at few places, and then says yes. */
  readonly mayHold: (text: string) => boolean;
  /** Any beginning of it that the end of the text cuts off. */
  readonly cutOff: Find;
  /** Texts with fewer characters hold nothing of it. */
  readonly least: number;
  /** The most letters that any of its spellings has. */
  readonly letters: number;
}

/** For each character of a text. Only text crafted to be slow to search takes more. */
const STEPS_A_CHARACTER = 8;
const STEPS_AT_LEAST = 100_000;
/** About 5 ms; an ordinary megabyte takes a tenth. */
const STEPS_AT_A_GLANCE = 50_000;

/**
 * Goes letter by letter and keeps every place where the last one may end, since escapes can be read
 * in several ways. A regular expression for all that takes megabytes of memory per key. Text that
 * would take too many steps counts as the key from end to end.
 */
export function createKeySearch(key: string): KeySearch {
  const spellings = spellingsOf(key);
  const firsts = spellings.map(({ letters }) => letters[0]?.alike ?? '').join('');
  const { rows, candidates, following, passed } = candidatesOf(spellings, firsts);
  const anyFirst: Letter = { alike: firsts, name: undefined };

  /** Most escaped characters begin no spelling; this rules out all spellings at once. */
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
    { accept, steps = STEPS_AT_LEAST + text.length * STEPS_A_CHARACTER }: SearchOptions,
  ): TextSpan | undefined {
    const budget = { steps };
    const walks = spellings.map((spelling, index) => {
      return { spelling, bit: 1 << index, accept, budget };
    });
    let second = codeAt(text, from);
    for (let start = from; start < text.length; start++) {
      const first = second;
      second = codeAt(text, start + 1);
      const row = rows[first] ?? 0;
      if (row === 0) continue;
      const pair = candidates[row * CODES + second] ?? 0;
      if (pair === 0) continue;
      const mask = pair & (~(passed[second] ?? 0) | (following[codeAt(text, start + 2)] ?? 0));
      if (mask === 0 || isOtherEscape(text, start)) continue;
      for (const walking of walks) {
        if ((mask & walking.bit) === 0) continue;
        const end = walk(text, start, walking);
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
    // Infinite, and none, for a key of backslashes alone: nothing of it can be found.
    least: Math.min(...spellings.map(shortest)),
    letters: Math.max(0, ...spellings.map(({ letters }) => letters.length)),
  };
}

/** Spaces don't count, because they may be left out. */
function shortest({ letters, least }: Spelling): number {
  return letters.slice(0, least).filter(({ alike }) => alike !== ' ').length;
}

interface Candidates {
  /** By a character's code: the row of `candidates` for what it begins; 0 = nothing. */
  readonly rows: Uint8Array;
  /** By row and the next character's code: the spellings that may begin with the two. */
  readonly candidates: Uint8Array;
  /** By the code of a character after the first letter: the spellings it may be part of. */
  readonly following: readonly number[];
  /** The spellings in which it only stands between two letters, so that another must follow. */
  readonly passed: readonly number[];
}

/** A first filter, which skips nearly everything that is not the key. Spellings are bits. */
function candidatesOf(spellings: readonly Spelling[], firsts: string): Candidates {
  const begins = [...new Set(`${firsts}\\%&`)];
  const rows = new Uint8Array(CODES);
  // Few characters begin anything: a row for each pair would take 16 KiB per key.
  const candidates = new Uint8Array((begins.length + 1) * CODES);
  const those = (are: (spelling: Spelling) => boolean): number =>
    spellings.reduce((bits, spelling, index) => (are(spelling) ? bits | (1 << index) : bits), 0);
  const all = those(() => true);
  const seconds = Array.from({ length: CODES }, (_, code) => String.fromCharCode(code));
  const following = seconds.map((second) =>
    those((spelling) => mayContinue(spelling, second) || isBetween(spelling, second)),
  );
  const passed = seconds.map((second) =>
    those((spelling) => !mayContinue(spelling, second) && isBetween(spelling, second)),
  );
  for (const [index, first] of begins.entries()) {
    const row = index + 1;
    rows[first.charCodeAt(0)] = row;
    const begun = those(({ letters }) => letters[0]?.alike.includes(first) === true);
    for (const [code, second] of seconds.entries())
      candidates[row * CODES + code] = beginsEscape(first, second)
        ? all
        : begun & (following[code] ?? 0);
  }
  return { rows, candidates, following, passed };
}

/** ASCII, plus one for all others and for the end of a text. */
const CODES = 129;

function codeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < CODES ? code : CODES - 1;
}

const ESCAPE = /^(?:\\u|%[0-9a-fA-F]|&[#a-zA-Z])/;
/** Begins an escaped letter, an escaped line end or `0x`, or is not ASCII. */
const BEGINS_MORE = /[\\u%&0\x80]/;

function beginsEscape(first: string, second: string): boolean {
  return '\\%&'.includes(first) && ESCAPE.test(`${first}${second}`);
}

/** Whether it may follow the key's first letter, other than as a mark between two letters. */
function mayContinue({ letters: [, second, third] }: Spelling, character: string): boolean {
  if (BEGINS_MORE.test(character) || second?.alike.includes(character) === true) return true;
  // A space in the key may be left out.
  return (
    second?.alike === ' ' && (/[\s+]/.test(character) || third?.alike.includes(character) === true)
  );
}

function isBetween({ skip }: Spelling, character: string): boolean {
  return skip(character, 0).at(-1) === 1;
}

interface SearchOptions {
  readonly accept: AcceptMatch;
  readonly steps?: number;
}

interface SpellingWalk {
  readonly spelling: Spelling;
  readonly accept: AcceptMatch;
  readonly budget: { steps: number };
}

/** Judges a match of `count` letters, the last of which ends at one of `ends`. */
type AcceptMatch = (
  text: string,
  found: { readonly spelling: Spelling; readonly count: number; readonly ends: readonly number[] },
) => number | undefined;

const wholeKey: AcceptMatch = (_, { spelling, count, ends }) =>
  count === spelling.letters.length ? furthest(ends) : undefined;

const longBeginning: AcceptMatch = (_, { spelling, count, ends }) =>
  count >= spelling.least ? furthest(ends) : undefined;

function furthest(ends: readonly number[]): number {
  return ends.reduce((most, end) => Math.max(most, end), 0);
}

/** Any number of letters, from one to all but the last. */
const cutOffBeginning: AcceptMatch = (text, { spelling, count, ends }) =>
  count < Math.max(2, spelling.letters.length) && ends.some((end) => isHalfEscape(text, end))
    ? text.length
    : undefined;

/** The last accepted end, that of the most letters. */
function walk(
  text: string,
  start: number,
  { spelling, accept, budget }: SpellingWalk,
): number | undefined {
  const { letters, skip } = spelling;
  let accepted: number | undefined;
  let ends: readonly number[] = [start];
  for (let index = 0; index < letters.length; index++) {
    const letter = letters[index];
    if (letter === undefined) break;
    const next: number[] = [];
    const reading = { letter, ends: next };
    const isBehindSpaces = letters[index - 1]?.alike === ' ';
    for (const end of ends) {
      if (index === 0) addFirst(text, end, reading);
      else if (letter.alike === ' ') addSpaces(text, end, next);
      else {
        const places = isBehindSpaces ? [end] : skip(text, end);
        for (const place of places) addLetter(text, place, reading);
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
