import { INVISIBLE_OR_BLANK } from '../../../domain/names/invisible-characters.js';
import { NAMED_CHARACTERS } from './undo-escapes.js';
import { hasLetterRun, kindsOf, runsOf } from './has-letter-run.js';
import type { KeySearch } from './key-search.js';
import { spellingsOf, type Spelling } from './key-spellings.js';

/** Longer answers would hold up others, and are searched in slices. */
const LONGEST = 1024 * 1024;
/** The only invisible character that ASCII strings of JSON can hold unescaped. */
const DELETE = '\u007F';
const INVISIBLE_BEYOND_ASCII = new RegExp(`(?![\\0-\\x7F])[${INVISIBLE_OR_BLANK}]`, 'u');
/** How an escaped letter of a key begins if its backslash is lost. */
const UNICODE = 'u00';
const ESCAPES_IN_HTML = ['#', ...Object.keys(NAMED_CHARACTERS)];

const VISIBLE = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
/** Plain text and base64, which has two alphabets: with `+/` and with `-_`. */
const IN_TEXT = kindsOf(['+-', '/_', ...VISIBLE], /\s/);
const DIGITS = Array.from('0123456789abcdef');
const IN_HEX = kindsOf(
  [...DIGITS.map((digit) => `${digit}${digit.toUpperCase()}`), 'xX'],
  /[\s:;,._-]/,
);
/** A `0x` may precede any digit. */
const BEFORE_BYTES = DIGITS.map((digit) => `${digit}0x${digit}`);

/**
 * A quick look at an answer as received, before it is parsed: false only if it holds nothing of the
 * key, in any spelling. True, without an answer, if JSON, URLs or HTML escape anything or something
 * is invisible. In other JSON, texts, and numbers read as text, stand as they will be parsed.
 */
export function createKeyPrefilter(key: string, search: KeySearch): (json: string) => boolean {
  // The search itself escapes, squeezes or drops these.
  if (/[^!-~]|[\\%&]/.test(key)) return () => true;
  const spellings = spellingsOf(key);
  const runs = [
    runsOf(IN_TEXT, wordsOf(spellings.filter(({ writing }) => writing !== 'hex'))),
    runsOf(IN_HEX, wordsOf(spellings.filter(({ writing }) => writing === 'hex')), BEFORE_BYTES),
  ];
  return (json) => {
    if (json.length > LONGEST || hidesAnything(json)) return true;
    const seemsIn = runs.some((each) => hasLetterRun(json, each)) || json.includes(UNICODE);
    return seemsIn && search.mayHold(json);
  };
}

/** The letters that count as the key even if no more follow. */
function wordsOf(spellings: readonly Spelling[]): string[] {
  return spellings.map(({ letters, least }) =>
    letters
      .slice(0, least)
      .map(({ alike }) => alike[0])
      .join(''),
  );
}

function hidesAnything(json: string): boolean {
  if (json.includes('\\') || json.includes('%') || json.includes(DELETE)) return true;
  for (let at = json.indexOf('&'); at >= 0; at = json.indexOf('&', at + 1))
    if (ESCAPES_IN_HTML.some((begin) => json.startsWith(begin, at + 1))) return true;
  return Buffer.byteLength(json) !== json.length && INVISIBLE_BEYOND_ASCII.test(json);
}
