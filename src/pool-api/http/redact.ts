import { NOBODY_SEES, UNSEEN } from '../../domain/names/unseen-characters.js';
import { REDACTED, redactValue, type Search } from './redact-value.js';

/** Takes one key, or how it begins, out of what a pool that repeats it answered, however spelt. */
export interface Redact {
  text(text: string): string;
  /** Whether `text` would strike anything out. */
  holds(text: string): boolean;
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
/** `northwind-mining-` before something with digits: a name that says nothing of the secret. */
const WORDS_BEFORE_A_SECRET = /^(?:[A-Za-z]+[-_.:])+(?=[^-_.:]*\d)/;
/** So much of the secret after them tells that it is the key. */
const AFTER_WORDS = 4;
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
  const finders = spellings.map(findersOf);
  const known = allOf(finders.map(({ beginning }) => beginning));
  const whole = allOf(finders.map((each) => each.whole));
  const cutOff = new RegExp(`(?:${spellings.map(anyBeginning).join('|')})${HALF_ESCAPE}$`);
  const least = Math.min(...spellings.map((each) => each.least));
  const tailLength = Math.max(...spellings.map(({ all }) => all.length)) * LONGEST_ESCAPE;

  const holdsKey = known.isIn;
  const unescaped = (given: string, unseen = ANY_UNSEEN): string => {
    const seen = withoutUnseen(withoutUnicode(withoutUnseen(given, unseen)), unseen);
    return key.includes('\\') ? withoutBackslashes(seen) : seen;
  };

  function without({ isIn, strike }: Finder, given: string): string {
    let struck = strike(given);
    // Line ends stay where the key can be found with them.
    for (const unseen of [UNSEEN_IN_LINES, ANY_UNSEEN]) {
      const plain = unescaped(struck, unseen);
      if (isIn(plain)) struck = strike(plain);
    }
    return struck;
  }

  /** The whole key first: how it begins may be read in two ways, of which one ends too soon. */
  function text(given: string): string {
    return without(known, without(whole, given));
  }

  function holds(given: string): boolean {
    if (given.length < least) return false;
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
    holds,
    cutText(given) {
      // Not how it begins, or the end of that would stay.
      const clean = without(whole, given);
      const start = startOfTail(clean, tailLength);
      return without(known, clean.slice(0, start) + withoutBeginning(clean.slice(start)));
    },
    value: (value) =>
      redactValue(value, {
        least,
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
  holds: () => false,
  cutText: (text) => text,
  value: (value) => redactValue(value, NOTHING_TO_FIND),
};

interface Spelling {
  /** A pattern for each of its characters, with what may stand before it. */
  readonly all: readonly string[];
  /** So many of them are taken for the key though no more come. */
  readonly least: number;
}

function spellingsOf(key: string): Spelling[] {
  // The key's own backslashes cannot be told from the escaping of what follows them.
  const bare = key.replaceAll('\\', '');
  if (bare === '') return [];
  const half = Math.max(SHORTEST_BEGINNING, Math.ceil(bare.length / 2));
  const usual = Math.min(LEAST_BEGINNING, half, bare.length);
  const words = WORDS_BEFORE_A_SECRET.exec(bare)?.[0].length ?? 0;
  const least = Math.max(usual, Math.min(words + AFTER_WORDS, bare.length));
  const plain = { all: charactersOf(bare.replaceAll(/ +/g, ' '), literal, '\\\\*'), least };
  const bytes = Buffer.from(key);
  if (bytes.length < LEAST_ENCODED_BYTES) return [plain];
  return [
    plain,
    ...[0, 1, 2].map((at) => ({
      all: charactersOf(base64(bytes, at), inBase64, WRAPPED),
      least: Math.floor((least * 8) / 6),
    })),
    { all: charactersOf(bytes.toString('hex'), inHex, SET_APART), least: least * 2 },
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
): string[] {
  return Array.from(text, (character, index) => {
    const before = text[index - 1] === ' ' ? '' : between;
    if (index === 0) return `(?:${escaped(character, '\\\\')}|${plain(character)})`;
    if (character === ' ') return SPACES;
    return `${before}(?:${escaped(character, '')}|${plain(character)})`;
  });
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
const SPACES = `(?:[\\s\\\\]|${escaped(' ', '')})*`;

function literal(character: string): string {
  return character.replace(/[$()*+./?[\]^{|}]/, '\\$&');
}

function allOf(finders: readonly Finder[]): Finder {
  return {
    isIn: (text) => finders.some(({ isIn }) => isIn(text)),
    strike: (text) => finders.reduce((struck, { strike }) => strike(struck), text),
  };
}

/** One character, or two, or all but the last. */
function anyBeginning({ all }: Spelling): string {
  return `${all[0] ?? ''}${asFarAsItGoes(all.slice(1, -1))}`;
}

/** Strikes out what is found of the key. */
interface Finder {
  readonly isIn: (text: string) => boolean;
  readonly strike: (text: string) => string;
}

/**
 * Finds so many characters as are enough, and those that follow. These are taken one by one: as
 * one pattern, each optional in the one before, they cost 60 ms to compile, of a long key seconds.
 */
function beginningOf({ all, least }: Spelling): Finder {
  const start = new RegExp(all.slice(0, least).join(''), 'g');
  const further = all.slice(least).map((each) => new RegExp(each, 'y'));

  function endOf(text: string, from: number): number {
    let end = from;
    for (const next of further) {
      next.lastIndex = end;
      if (!next.test(text)) break;
      end = next.lastIndex;
    }
    return end;
  }

  return {
    isIn: (text) => text.search(start) >= 0,
    strike(text) {
      let [struck, from] = ['', 0];
      start.lastIndex = 0;
      for (let found = start.exec(text); found !== null; found = start.exec(text)) {
        struck += text.slice(from, found.index) + REDACTED;
        from = endOf(text, start.lastIndex);
        start.lastIndex = from;
      }
      return struck + text.slice(from);
    },
  };
}

/** The whole is compiled and looked for only where it begins. */
function findersOf(spelling: Spelling): { readonly beginning: Finder; readonly whole: Finder } {
  const beginning = beginningOf(spelling);
  const pattern = new RegExp(spelling.all.join(''), 'g');
  const whole: Finder = {
    isIn: (text) => beginning.isIn(text) && text.search(pattern) >= 0,
    strike: (text) => (beginning.isIn(text) ? text.replace(pattern, REDACTED) : text),
  };
  return { beginning, whole };
}

function asFarAsItGoes(characters: readonly string[]): string {
  return characters.reduceRight((rest, character) => `(?:${character}${rest})?`, '');
}

/** What is left of an escaped character that was cut in two. */
const HALF_ESCAPE =
  '(?:\\\\+(?:u[0-9a-fA-F]{0,3}|%[0-9a-fA-F]{0,6}|&[#\\w]{0,8})?|%[0-9a-fA-F]{0,6}|&[#\\w]{0,8})?';
