import { NOBODY_SEES, UNSEEN } from '../../domain/names/unseen-characters.js';
import { REDACTED, redactValue, type Search } from './redact-value.js';

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
}

/** An encoding of fewer bytes would be found in text that has nothing to do with the key. */
const LEAST_ENCODED_BYTES = 8;
/** Of a key that somebody shortened, the beginning that is struck out, wherever it stands. */
const LEAST_BEGINNING = 12;
/** The same of a short key is half of it, but not less: so few letters stand in anything. */
const SHORTEST_BEGINNING = 8;
/** How long a character of the key gets where it is escaped in a usual way, and twice. */
const LONGEST_ESCAPE = 12;

/**
 * Finds the key, or its beginning, plain, in base64 and in hex, escaped for JSON (nested too), a URL
 * or HTML, wrapped, or with invisible characters between. Text and key are untrusted: no two
 * adjacent parts of a pattern may match the same character, or backtracking could take hours.
 */
export function redactKey(key: string): Redact {
  const spellings = spellingsOf(key);
  if (spellings.length === 0) return NOTHING_TO_REDACT;
  const bare = ALL_LATIN.test(key) ? bareBeginning(spellings) : null;
  // Made when a text calls for them: for a long key, compiling each takes some ten milliseconds.
  const whole = once(() => new RegExp(spellings.map(({ all }) => all.join('')).join('|'), 'g'));
  const known = once(() => new RegExp(spellings.map(longBeginning).join('|'), 'g'));
  const cutOff = once(
    () => new RegExp(`(?:${spellings.map(anyBeginning).join('|')})${HALF_ESCAPE}$`),
  );
  const tailLength = Math.max(...spellings.map(({ all }) => all.length)) * LONGEST_ESCAPE;

  const holdsKey = (given: string): boolean =>
    given.search(bare === null || ANY_ESCAPE.test(given) ? known() : bare) >= 0;
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
    return without(known(), without(whole(), given));
  }

  function holds(given: string): boolean {
    if (holdsKey(given)) return true;
    const plain = unescaped(given);
    return plain !== given && holdsKey(plain);
  }

  function withoutBeginning(tail: string): string {
    const clean = tail.replace(cutOff(), '');
    const plain = unescaped(clean);
    return plain !== clean && plain.search(cutOff()) >= 0 ? plain.replace(cutOff(), '') : clean;
  }

  return {
    text,
    cutText(given) {
      // Not how it begins, or the end of that would stay.
      const clean = without(whole(), given);
      const start = startOfTail(clean, tailLength);
      return without(known(), clean.slice(0, start) + withoutBeginning(clean.slice(start)));
    },
    value: (value) =>
      redactValue(value, {
        least: Math.min(...spellings.map(({ least }) => least)),
        longest: tailLength,
        holds,
        strike: text,
        squeezed,
      }),
  };
}

function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** What `escaped` begins with for Latin letters. In text without it, little has to be looked for. */
const ANY_ESCAPE = /u00|%[\da-f]|&(?:#|amp|lt|gt|quot|apos)/i;
const ALL_LATIN = /^[\0-\u00FF]*$/;

/** Finds in text without escapes what the pattern of `longBeginning` finds. */
function bareBeginning(spellings: readonly Spelling[]): RegExp {
  return new RegExp(spellings.map(({ bare, least }) => bare.slice(0, least).join('')).join('|'));
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
};

interface Spelling {
  /** A pattern for each of its characters, with what may stand before it. */
  readonly all: readonly string[];
  /** The same where nothing is escaped. */
  readonly bare: readonly string[];
  /** So many of them are taken for the key though no more come. */
  readonly least: number;
}

function spellingsOf(key: string): Spelling[] {
  // The key's own backslashes cannot be told from the escaping of what follows them.
  const bare = key.replaceAll('\\', '');
  if (bare === '') return [];
  const half = Math.max(SHORTEST_BEGINNING, Math.ceil(bare.length / 2));
  const least = Math.min(LEAST_BEGINNING, half, bare.length);
  const plain = { ...charactersOf(bare.replaceAll(/ +/g, ' '), literal, '\\\\*'), least };
  const bytes = Buffer.from(key);
  if (bytes.length < LEAST_ENCODED_BYTES) return [plain];
  return [
    plain,
    ...[0, 1, 2].map((at) => ({
      ...charactersOf(base64(bytes, at), inBase64, WRAPPED),
      least: Math.floor((least * 8) / 6),
    })),
    { ...charactersOf(bytes.toString('hex'), inHex, SET_APART), least: least * 2 },
  ];
}

/** What lines end with, and the letters that JSON writes for it. */
const WRAPPED = '(?:\\\\[nrt]?|\\s)*';
const SET_APART = '(?:\\\\[nrt]?|[\\s:;,._-])*(?:0[xX])?';

/** The characters that the bytes alone decide where they begin at the `at`th byte of three. */
function base64(bytes: Buffer, at: number): string {
  const text = Buffer.concat([Buffer.alloc(at), bytes]).toString('base64');
  return text.slice(Math.ceil((at * 8) / 6), Math.floor(((at + bytes.length) * 8) / 6));
}

function inBase64(character: string): string {
  if (character === '+') return '[+-]';
  return character === '/' ? '[/_]' : character;
}

function inHex(digit: string): string {
  return /[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit;
}

/** None of the characters is a backslash. `between` takes none of what begins a character. */
function charactersOf(
  text: string,
  plain: (character: string) => string,
  between: string,
): Pick<Spelling, 'all' | 'bare'> {
  const all: string[] = [];
  const bare: string[] = [];
  for (const [index, character] of Array.from(text).entries()) {
    const before = index === 0 || text[index - 1] === ' ' ? '' : between;
    const escape = escaped(character, index === 0 ? '\\\\' : '');
    const isSpace = index > 0 && character === ' ';
    all.push(isSpace ? SPACES : `${before}(?:${escape}|${plain(character)})`);
    bare.push(isSpace ? BARE_SPACES : before + plain(character));
  }
  return { all, bare };
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['&', 'amp'],
  ['<', 'lt'],
  ['>', 'gt'],
  ['"', 'quot'],
  ["'", 'apos'],
]);

/** `\u002B`, `%2B`, `%252b`, `&#43;`, `&#x2B;`; `backslash` stands before the first. */
function escaped(character: string, backslash: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = Array.from(code.toString(16).padStart(2, '0')).map(inHex).join('');
  const name = NAMED.get(character);
  const html = `&(?:#0*${code}|#[xX]0*${hex}${name === undefined ? '' : `|${name}`});?`;
  const ascii = code > 0x7f ? '' : `|%(?:25)*${hex}${character === ' ' ? '|\\+' : ''}`;
  const json = code > 0xffff ? '' : `${backslash}u${code > 0xff ? '' : '00'}${hex}|`;
  return `${json}${html}${ascii}`;
}

/** Those in a key, which may be left out as well: what a line ends with is shown as one. */
const BARE_SPACES = '[\\s\\\\+]*';
const SPACES = `(?:[\\s\\\\]|${escaped(' ', '')})*`;

function literal(character: string): string {
  return character.replace(/[$()*+./?[\]^{|}]/, '\\$&');
}

/** One character, or two, or all but the last. */
function anyBeginning({ all }: Spelling): string {
  return `${all[0] ?? ''}${asFarAsItGoes(all.slice(1, -1))}`;
}

/** So many characters as are enough, and those that follow. */
function longBeginning({ all, least }: Spelling): string {
  return all.slice(0, least).join('') + asFarAsItGoes(all.slice(least));
}

function asFarAsItGoes(characters: readonly string[]): string {
  return characters.reduceRight((rest, character) => `(?:${character}${rest})?`, '');
}

/** What is left of an escaped character that was cut in two. */
const HALF_ESCAPE =
  '(?:\\\\+(?:u[0-9a-fA-F]{0,3}|%[0-9a-fA-F]{0,6}|&[#\\w]{0,8})?|%[0-9a-fA-F]{0,6}|&[#\\w]{0,8})?';
