import { isRecord } from '../../domain/json/is-record.js';
import { BREAKS, UNSEEN } from '../../domain/names/unseen-characters.js';

/** Removes one key, in any spelling, from what a pool that echoes it answered. */
export interface Redact {
  text(text: string): string;
  /** For cut-off text: also removes the start of a key at its end. */
  cutText(text: string): string;
  /** For a value parsed from `json`: its strings, names and numbers. */
  value(value: unknown, json: string): unknown;
}

const REDACTED = '[key]';
/** The encoding of a shorter key would match unrelated text. */
const MIN_ENCODED_BYTES = 8;
/** Characters of one character of the key, escaped twice. */
const LONGEST_ESCAPE = 12;

/**
 * Finds the key plain, in base64 and in hex; each character plain or escaped for JSON (nested too),
 * a URL or HTML, with invisible characters between. Text and key are untrusted: no two adjacent
 * parts of a pattern may match the same character, or backtracking could take hours.
 */
export function redactKey(key: string): Redact {
  const spellings = spellingsOf(key);
  if (spellings.length === 0) return NOTHING_TO_REDACT;
  const whole = new RegExp(spellings.map((each) => each.join('')).join('|'), 'g');
  const cutOff = new RegExp(`(?:${spellings.map(anyBeginning).join('|')})${HALF_ESCAPE}$`);
  const tailLength = Math.max(...spellings.map(({ length }) => length)) * LONGEST_ESCAPE;

  const holdsKey = (given: string): boolean => given.search(whole) >= 0;
  const unescaped = (given: string): string => {
    const seen = withoutUnseen(withoutUnicode(withoutUnseen(given)));
    return key.includes('\\') ? withoutBackslashes(seen) : seen;
  };

  function text(given: string): string {
    const redacted = given.replace(whole, REDACTED);
    const plain = unescaped(redacted);
    return plain !== redacted && holdsKey(plain) ? plain.replace(whole, REDACTED) : redacted;
  }

  function withoutBeginning(tail: string): string {
    const clean = tail.replace(cutOff, '');
    const plain = unescaped(clean);
    return plain !== clean && plain.search(cutOff) >= 0 ? plain.replace(cutOff, '') : clean;
  }

  function inside(value: unknown): unknown {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return holdsKey(String(value)) ? REDACTED : value;
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

/** Where the last `length` characters begin, not counting backslashes and invisible ones. */
function startOfTail(text: string, length: number): number {
  let start = text.length;
  for (let left = length; left > 0 && start > 0; start = Math.max(0, start - length)) {
    left -= text.slice(Math.max(0, start - length), start).replaceAll(NOT_COUNTED, '').length;
  }
  return start;
}

const NOT_COUNTED = new RegExp(`[\\\\${UNSEEN}]`, 'gu');

const JSON_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** The JSON text with its escapes resolved. */
function asParsed(json: string): string {
  if (!json.includes('\\')) return json;
  return json.replaceAll(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, hex?: string, letter = '') =>
    hex === undefined ? (JSON_ESCAPES.get(letter) ?? letter) : ofCode(hex),
  );
}

function withoutUnseen(text: string): string {
  return /[^ -~]/.test(text) ? text.replaceAll(ANY_UNSEEN, '') : text;
}

const ANY_UNSEEN = new RegExp(`[${UNSEEN}]`, 'gu');

/** `\u0025` may hide a `%`, and that the key. */
function withoutUnicode(text: string): string {
  if (!text.includes('\\u')) return text;
  return text.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => ofCode(hex));
}

function ofCode(hex: string): string {
  return String.fromCharCode(parseInt(hex, 16));
}

/** Only a key that has a backslash can hide behind escaped ones. */
function withoutBackslashes(text: string): string {
  return text.replaceAll(/u005[cC]|%(?:25)*5[cC]|&(?:#0*92|#[xX]0*5[cC]|bsol);/g, '\\');
}

const NOTHING_TO_REDACT: Redact = {
  text: (text) => text,
  cutText: (text) => text,
  value: (value) => value,
};

/** Per spelling, one pattern for each character. */
function spellingsOf(key: string): string[][] {
  // The key's own backslashes can't be told from escaping.
  const bare = key.replaceAll('\\', '');
  if (bare === '') return [];
  const bytes = Buffer.from(key);
  const encoded = bytes.length < MIN_ENCODED_BYTES ? [] : [0, 1, 2].map((at) => base64(bytes, at));
  return [
    charactersOf(bare, (character) => literal(character)),
    ...encoded.map((each) => charactersOf(each, inBase64)),
    ...(encoded.length === 0 ? [] : [charactersOf(bytes.toString('hex'), inHex)]),
  ];
}

/** The characters that depend on these bytes alone, at offset `at` in a group of three. */
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
  // Views show a line end as a space.
  return character === ' ' ? ` |[${BREAKS}]+` : character.replace(/[$()*+./?[\]^{|}]/, '\\$&');
}

/** Any proper prefix. */
function anyBeginning(characters: readonly string[]): string {
  return characters
    .slice(0, -1)
    .reduceRight((rest, character) => (rest === '' ? character : `${character}(?:${rest})?`), '');
}

/** The start of an escape sequence that was cut. */
const HALF_ESCAPE =
  '(?:\\\\+(?:u[0-9a-fA-F]{0,3}|%[0-9a-fA-F]{0,6}|&[#\\w]{0,8})?|%[0-9a-fA-F]{0,6}|&[#\\w]{0,8})?';
