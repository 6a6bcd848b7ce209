import { NOBODY_SEES, UNSEEN } from '../../domain/names/unseen-characters.js';
import { createGlance } from './key-search/glance-for-key.js';
import { patternsOf, spellingsOf, type Spelling } from './key-search/key-spellings.js';
import { REDACTED, redactValue, type Search } from './key-search/redact-value.js';

/** Takes one key, or how it begins, out of what a pool that repeats it answered, however spelt. */
export interface Redact {
  text(text: string): string;
  /** Of text that was cut off: the part of the key that its end may hold goes too. */
  cutText(text: string): string;
  /**
   * Of parsed JSON, its strings, names and numbers, in place and in slices.
   * @throws RangeError where it is nested too deeply
   */
  value(value: unknown): Promise<unknown>;
  /** False only where `value` would find nothing in what is parsed of this JSON. */
  mayBeIn(json: string): boolean;
  /** Whether `text` would take anything out. */
  isIn(text: string): boolean;
}

/** How long a character of the key gets where it is escaped in a usual way, and twice. */
const LONGEST_ESCAPE = 12;

/** What finds it takes milliseconds to make and hundreds of kilobytes, so it's made when needed. */
export function redactKey(key: string): Redact {
  const spellings = spellingsOf(key);
  if (spellings.length === 0) return NOTHING_TO_REDACT;
  const mayBeIn = createGlance(key, spellings);
  let made: Closer | undefined;
  const closer = () => (made ??= lookCloser(key, spellings));
  return {
    mayBeIn,
    text: (text) => closer().text(text),
    cutText: (text) => closer().cutText(text),
    value: (value) => closer().value(value),
    isIn: (text) => mayBeIn(JSON.stringify(text)) && closer().text(text) !== text,
  };
}

type Closer = Pick<Redact, 'text' | 'cutText' | 'value'>;

/**
 * Finds the key, or its beginning, plain, in base64 and in hex, escaped for JSON (nested too), a URL
 * or HTML, wrapped, or with invisible characters between. Text and key are untrusted: no two
 * adjacent parts of a pattern may match the same character, or backtracking could take hours.
 */
function lookCloser(key: string, spellings: readonly Spelling[]): Closer {
  const patterns = spellings.map((each) => ({ all: patternsOf(each), least: each.least }));
  const whole = new RegExp(patterns.map(({ all }) => all.join('')).join('|'), 'g');
  const known = new RegExp(patterns.map(longBeginning).join('|'), 'g');
  const cutOff = new RegExp(`(?:${patterns.map(anyBeginning).join('|')})${HALF_ESCAPE}$`);
  const tailLength = Math.max(...patterns.map(({ all }) => all.length)) * LONGEST_ESCAPE;

  const holdsKey = (given: string): boolean => given.search(known) >= 0;
  const unescaped = (given: string, unseen = ANY_UNSEEN): string => {
    const seen = withoutUnseen(withoutUnicode(withoutUnseen(given, unseen)), unseen);
    return key.includes('\\') ? withoutBackslashes(seen) : seen;
  };

  function without(pattern: RegExp, given: string): string {
    let struck = given.replace(pattern, REDACTED);
    // Line ends stay where the key can be found with them.
    for (const unseen of [UNSEEN_IN_LINES, ANY_UNSEEN]) {
      const plain = unescaped(struck, unseen);
      if (plain.search(pattern) >= 0) struck = plain.replace(pattern, REDACTED);
    }
    return struck;
  }

  /** The whole key first: how it begins may be read in two ways, of which one ends too soon. */
  function text(given: string): string {
    return without(known, without(whole, given));
  }

  function holds(given: string): boolean {
    if (holdsKey(given)) return true;
    const plain = unescaped(given);
    return plain !== given && holdsKey(plain);
  }

  function withoutBeginning(tail: string): string {
    const clean = tail.replace(cutOff, '');
    const plain = unescaped(clean);
    return plain !== clean && plain.search(cutOff) >= 0 ? plain.replace(cutOff, '') : clean;
  }

  return {
    text,
    cutText(given) {
      // Not how it begins, or the end of that would stay.
      const clean = without(whole, given);
      const start = startOfTail(clean, tailLength);
      return without(known, clean.slice(0, start) + withoutBeginning(clean.slice(start)));
    },
    value: (value) =>
      redactValue(value, {
        least: Math.min(...patterns.map(({ least }) => least)),
        longest: tailLength,
        holds,
        strike: text,
        squeezed,
      }),
  };
}

/** Where the last `length` characters begin, not counting those that may be any number. */
function startOfTail(text: string, length: number): number {
  let start = text.length;
  for (let left = length; left > 0 && start > 0; start = Math.max(0, start - length)) {
    left -= text.slice(Math.max(0, start - length), start).replaceAll(ANY_NUMBER, '').length;
  }
  return start;
}

const ANY_NUMBER = new RegExp(`[ \\\\${NOBODY_SEES}]`, 'gu');

/** Of what may stand in a key any number of times, as much as has to be seen to find it. */
function squeezed(text: string): string {
  return withoutUnseen(text)
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/\\{2,}/g, '\\');
}

/** As the views show it. The same text where all can be seen. */
function withoutUnseen(text: string, unseen = ANY_UNSEEN): string {
  return /[^ -~]/.test(text) ? text.replaceAll(unseen, '') : text;
}

const ANY_UNSEEN = new RegExp(`[${NOBODY_SEES}]+`, 'gu');
const UNSEEN_IN_LINES = new RegExp(`[${UNSEEN}]+`, 'gu');

/** Behind `\u0025` a `%` may hide, and behind that the key. The same text where none is. */
function withoutUnicode(text: string): string {
  if (!text.includes('\\u')) return text;
  return text.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => ofCode(hex));
}

function ofCode(hex: string): string {
  return String.fromCharCode(parseInt(hex, 16));
}

/** Escaped backslashes as what they are; only a key that has one can hide behind them. */
function withoutBackslashes(text: string): string {
  return text.replaceAll(/u005[cC]|%(?:25)*5[cC]|&(?:#0*92|#[xX]0*5[cC]|bsol);/g, '\\');
}

const NOTHING_TO_FIND: Search = {
  least: Infinity,
  longest: 0,
  holds: () => false,
  strike: (text) => text,
  squeezed: () => '',
};

const NOTHING_TO_REDACT: Redact = {
  text: (text) => text,
  cutText: (text) => text,
  value: (value) => redactValue(value, NOTHING_TO_FIND),
  mayBeIn: () => false,
  isIn: () => false,
};

interface Patterns {
  readonly all: readonly string[];
  readonly least: number;
}

/** One character, or two, or all but the last. */
function anyBeginning({ all }: Patterns): string {
  return `${all[0] ?? ''}${asFarAsItGoes(all.slice(1, -1))}`;
}

/** So many characters as are enough, and those that follow. */
function longBeginning({ all, least }: Patterns): string {
  return all.slice(0, least).join('') + asFarAsItGoes(all.slice(least));
}

function asFarAsItGoes(characters: readonly string[]): string {
  return characters.reduceRight((rest, character) => `(?:${character}${rest})?`, '');
}

/** What is left of an escaped character that was cut in two. */
const HALF_ESCAPE =
  '(?:\\\\+(?:u[0-9a-fA-F]{0,3}|%[0-9a-fA-F]{0,6}|&[#\\w]{0,8})?|%[0-9a-fA-F]{0,6}|&[#\\w]{0,8})?';
