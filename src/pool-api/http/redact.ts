import { isRecord } from '../../domain/json/is-record.js';
import { BREAKS, UNSEEN } from '../../domain/names/unseen-characters.js';

/** Takes one key out of what a pool that repeats it answered, in whatever spelling. */
export interface Redact {
  text(text: string): string;
  /** Of text that was cut off: the part of the key that its end may hold goes too. */
  cutText(text: string): string;
  /**
   * Of a value that was parsed from `json`: its strings, names and numbers. Where the text can
   * hold nothing of the key, which costs a look or two at it, the very same value.
   */
  value(value: unknown, json: string): unknown;
}

const STRUCK = '[key]';
/** An encoding of fewer bytes would be found in text that has nothing to do with the key. */
const LEAST_ENCODED_BYTES = 8;
/** How long a character of the key gets where it is escaped in a usual way, and twice. */
const LONGEST_ESCAPE = 12;

/**
 * The key itself, in base64 and in hex; each character plain or escaped as in JSON (also JSON
 * within JSON), a URL or HTML, with anything between them that no reader would see. The pool
 * chooses the text and a stranger the key: no two parts of a pattern that follow each other may
 * take the same character, or a short text could hold everything up for hours.
 */
export function redactKey(key: string): Redact {
  const spellings = spellingsOf(key);
  if (spellings.length === 0) return NOTHING_TO_STRIKE;
  const whole = new RegExp(spellings.map((each) => each.join('')).join('|'), 'g');
  const cutOff = new RegExp(`(?:${spellings.map(anyBeginning).join('|')})${HALF_ESCAPE}$`);
  const tailLength = Math.max(...spellings.map(({ length }) => length)) * LONGEST_ESCAPE;

  const holdsKey = (given: string): boolean => given.search(whole) >= 0;
  const unescaped = (given: string): string => {
    const seen = withoutUnseen(withoutUnicode(withoutUnseen(given)));
    return key.includes('\\') ? withoutBackslashes(seen) : seen;
  };

  function text(given: string): string {
    const struck = given.replace(whole, STRUCK);
    const plain = unescaped(struck);
    return plain !== struck && holdsKey(plain) ? plain.replace(whole, STRUCK) : struck;
  }

  function withoutBeginning(tail: string): string {
    const clean = tail.replace(cutOff, '');
    const plain = unescaped(clean);
    return plain !== clean && plain.search(cutOff) >= 0 ? plain.replace(cutOff, '') : clean;
  }

  function inside(value: unknown): unknown {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return holdsKey(String(value)) ? STRUCK : value;
    if (Array.isArray(value)) return value.map(inside);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [text(name), inside(inner)]),
    );
  }

  return {
    text,
    cutText(given) {
      const clean = text(given);
      const start = startOfTail(clean, tailLength);
      return clean.slice(0, start) + withoutBeginning(clean.slice(start));
    },
    value(value, json) {
      if (holdsKey(json)) return inside(value);
      const strings = asParsed(json);
      const plain = unescaped(strings);
      const isHidden =
        (strings !== json && holdsKey(strings)) || (plain !== strings && holdsKey(plain));
      return isHidden ? inside(value) : value;
    },
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

const ANY_NUMBER = new RegExp(`[\\\\${UNSEEN}]`, 'gu');

const JSON_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** JSON in which every string stands as it will once it is parsed. The same text without escapes. */
function asParsed(json: string): string {
  if (!json.includes('\\')) return json;
  return json.replaceAll(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, hex?: string, letter = '') =>
    hex === undefined ? (JSON_ESCAPES.get(letter) ?? letter) : ofCode(hex),
  );
}

/** As the views show it. The same text where all can be seen. */
function withoutUnseen(text: string): string {
  return /[^ -~]/.test(text) ? text.replaceAll(ANY_UNSEEN, '') : text;
}

const ANY_UNSEEN = new RegExp(`[${UNSEEN}]`, 'gu');

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

const NOTHING_TO_STRIKE: Redact = {
  text: (text) => text,
  cutText: (text) => text,
  value: (value) => value,
};

/** Each as patterns, one for each of its characters. */
function spellingsOf(key: string): string[][] {
  // The key's own backslashes cannot be told from the escaping of what follows them.
  const bare = key.replaceAll('\\', '');
  if (bare === '') return [];
  const bytes = Buffer.from(key);
  const encoded =
    bytes.length < LEAST_ENCODED_BYTES ? [] : [0, 1, 2].map((at) => base64(bytes, at));
  return [
    charactersOf(bare, (character) => literal(character)),
    ...encoded.map((each) => charactersOf(each, inBase64)),
    ...(encoded.length === 0 ? [] : [charactersOf(bytes.toString('hex'), inHex)]),
  ];
}

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

/** None of the characters is a backslash. */
function charactersOf(text: string, plain: (character: string) => string): string[] {
  return Array.from(text, (character, index) =>
    index === 0
      ? `(?:${plain(character)}|${escaped(character, '\\\\')})`
      : `\\\\*(?:${plain(character)}|${escaped(character, '')})`,
  );
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
  const html = `&(?:#0*${code}|#[xX]0*${hex}${name === undefined ? '' : `|${name}`});`;
  const ascii = code > 0x7f ? '' : `|%(?:25)*${hex}${character === ' ' ? '|\\+' : ''}`;
  const json = code > 0xffff ? '' : `${backslash}u${code > 0xff ? '' : '00'}${hex}|`;
  return `${json}${html}${ascii}`;
}

function literal(character: string): string {
  // Line ends are shown as a space.
  return character === ' ' ? ` |[${BREAKS}]+` : character.replace(/[$()*+./?[\]^{|}]/, '\\$&');
}

/** One character, or two, or all but the last. */
function anyBeginning(characters: readonly string[]): string {
  return characters
    .slice(0, -1)
    .reduceRight((rest, character) => (rest === '' ? character : `${character}(?:${rest})?`), '');
}

/** What is left of an escaped character that was cut in two. */
const HALF_ESCAPE =
  '(?:\\\\+(?:u[0-9a-fA-F]{0,3}|%[0-9a-fA-F]{0,6}|&[#\\w]{0,8})?|%[0-9a-fA-F]{0,6}|&[#\\w]{0,8})?';
