import { isRecord } from '../domain/is-record.js';

/** Takes one key out of what a pool that repeats it answered, in whatever spelling. */
export interface Strike {
  text(text: string): string;
  /** Of text that was cut off: the part of the key that its end may hold goes too. */
  cutText(text: string): string;
  /**
   * Of a value that was parsed from `json`: its strings, names and numbers. Where the text can
   * hold nothing of the key, which costs one look at it, the very same value.
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
 * within JSON), a URL or HTML.
 */
export function strikeOut(key: string): Strike {
  const spellings = spellingsOf(key);
  if (spellings.length === 0) return NOTHING_TO_STRIKE;
  const whole = new RegExp(spellings.map((each) => each.join('')).join('|'), 'g');
  const cutOff = new RegExp(`(?:${spellings.map(anyBeginning).join('|')})${HALF_ESCAPE}$`);
  const tailLength = Math.max(...spellings.map(({ length }) => length)) * LONGEST_ESCAPE;

  const holdsKey = (given: string): boolean => given.search(whole) >= 0;

  function text(given: string): string {
    const struck = given.replace(whole, STRUCK);
    const plain = withoutUnicode(struck);
    return plain !== struck && holdsKey(plain) ? plain.replace(whole, STRUCK) : struck;
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
      const tail = clean.slice(-tailLength);
      return clean.slice(0, clean.length - tail.length) + tail.replace(cutOff, '');
    },
    value: (value, json) =>
      holdsKey(json) || (json.includes('\\u00') && holdsKey(withoutUnicode(json)))
        ? inside(value)
        : value,
  };
}

/** Behind `\u0025` a `%` may hide, and behind that the key. The same text where none is. */
function withoutUnicode(text: string): string {
  if (!text.includes('\\u00')) return text;
  return text.replaceAll(/\\u00([2-7][0-9a-fA-F])/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
}

const NOTHING_TO_STRIKE: Strike = {
  text: (text) => text,
  cutText: (text) => text,
  value: (value) => value,
};

/** Each as patterns, one for each of its characters. */
function spellingsOf(key: string): string[][] {
  // Backslashes in front of a text cannot be told from its escaping.
  const bare = key.replace(/^\\+/, '');
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

/** A run of backslashes is one pattern: how many they are is for the escaping around them to say. */
function charactersOf(text: string, plain: (character: string) => string): string[] {
  const runs = text.match(/\\+|[^\\]/gu) ?? [];
  return runs.map((run, index) => {
    if (run.startsWith('\\')) return `(?:\\\\(?:u005[cC])?|${escaped('\\', '')})+`;
    const before = runs[index - 1];
    // A run before it has taken the backslashes already: twice would cost a search its pace.
    const isFirst = before === undefined || before.startsWith('\\');
    const forms = `${plain(run)}|${escaped(run, isFirst ? '\\\\' : '')}`;
    return isFirst ? `(?:${forms})` : `\\\\*(?:${forms})`;
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
  const html = `&(?:#0*${code}|#[xX]0*${hex}${name === undefined ? '' : `|${name}`});`;
  const ascii = code > 0x7f ? '' : `|%(?:25)*${hex}${character === ' ' ? '|\\+' : ''}`;
  const json = code > 0xffff ? '' : `${backslash}u${code > 0xff ? '' : '00'}${hex}|`;
  return `${json}${html}${ascii}`;
}

function literal(character: string): string {
  return character.replace(/[$()*+./?[\]^{|}-]/, '\\$&');
}

/** One character, or two, or all but the last. */
function anyBeginning(characters: readonly string[]): string {
  return characters
    .slice(0, -1)
    .reduceRight((rest, character) => (rest === '' ? character : `${character}(?:${rest})?`), '');
}

/** What is left of an escaped character that was cut in two. */
const HALF_ESCAPE = '(?:\\\\+(?:u[0-9a-fA-F]{0,3})?|%[0-9a-fA-F]{0,6}|&[#\\w]{0,8})?';
