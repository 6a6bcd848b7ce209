import { NOBODY_SEES } from '../../../domain/names/unseen-characters.js';
import { NAMED_CHARACTERS } from './decoded.js';
import { holdsRun, kindsOf, runsOf } from './holds-run.js';
import type { KeySearch } from './key-search.js';
import { spellingsOf, type Spelling } from './key-spellings.js';

/** More would hold up others, and is looked through in slices. */
const LONGEST = 1024 * 1024;
/** Of which nobody sees, the only one that ASCII strings of JSON can hold unescaped. */
const DELETE = '\u007F';
const UNSEEN_BEYOND_ASCII = new RegExp(`(?![\\0-\\x7F])[${NOBODY_SEES}]`, 'u');
/** How a letter of a key begins where it is escaped and the backslash is lost. */
const UNICODE = 'u00';
const ESCAPES_IN_HTML = ['#', ...Object.keys(NAMED_CHARACTERS)];

const VISIBLE = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
/** Plain or in base64, of which there are two: with `+/`, and with `-_`. */
const IN_TEXT = kindsOf(['+-', '/_', ...VISIBLE], /\s/);
const DIGITS = Array.from('0123456789abcdef');
const IN_HEX = kindsOf(
  [...DIGITS.map((digit) => `${digit}${digit.toUpperCase()}`), 'xX'],
  /[\s:;,._-]/,
);
/** A `0x` may stand before any digit. */
const BEFORE_BYTES = DIGITS.map((digit) => `${digit}0x${digit}`);

/**
 * A quick look at an answer as it came, before it is parsed: false only where nothing of the key is
 * in it, however spelt. Where JSON, a URL or HTML escapes anything, or something is not seen, it
 * gives no answer: true. In other JSON each text, and each number that is read as one, stands as
 * it will be parsed.
 */
export function createGlance(key: string, search: KeySearch): (json: string) => boolean {
  // What is escaped, squeezed or left out by itself where the key is searched.
  if (/[^!-~]|[\\%&]/.test(key)) return () => true;
  const spellings = spellingsOf(key);
  const runs = [
    runsOf(IN_TEXT, wordsOf(spellings.filter(({ writing }) => writing !== 'hex'))),
    runsOf(IN_HEX, wordsOf(spellings.filter(({ writing }) => writing === 'hex')), BEFORE_BYTES),
  ];
  return (json) => {
    if (json.length > LONGEST || hidesAnything(json)) return true;
    const seemsIn = runs.some((each) => holdsRun(json, each)) || json.includes(UNICODE);
    return seemsIn && search.mayHold(json);
  };
}

/** The letters that are taken for the key though no more come. */
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
  return Buffer.byteLength(json) !== json.length && UNSEEN_BEYOND_ASCII.test(json);
}
