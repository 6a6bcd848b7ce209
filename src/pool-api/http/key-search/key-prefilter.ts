import { NOBODY_SEES } from '../../../domain/names/unseen-characters.js';
import { NAMED_CHARACTERS } from './decoded.js';
import { holdsHex } from './holds-hex.js';
import type { KeySearch } from './key-search.js';
import { spellingsOf, type Spelling } from './key-spellings.js';

/** More would hold up others, and is looked through in slices. */
const LONGEST = 1024 * 1024;
/** Of which nobody sees, the only one that ASCII strings of JSON can hold unescaped. */
const DELETE = '\u007F';
const UNSEEN_BEYOND_ASCII = new RegExp(`(?![\\0-\\x7F])[${NOBODY_SEES}]`, 'u');
/** How a letter of a key begins where it is escaped and the backslash is lost. */
const UNICODE = 'u00';
const HTML = new RegExp(`&(?:#|${Object.keys(NAMED_CHARACTERS).join('|')})`);

/**
 * A quick look at an answer as it came, before it is parsed: false only where nothing of the key is
 * in it, however spelt. Where JSON, a URL or HTML escapes anything, or something is not seen, it
 * gives no answer: true. In other JSON each text, and each number that is read as one, stands as
 * it will be parsed.
 */
export function createGlance(key: string, search: KeySearch): (json: string) => boolean {
  // What is escaped, squeezed or left out by itself where the key is searched.
  if (/[^!-~]|[\\%&]/.test(key)) return () => true;
  const looks = spellingsOf(key).map(lookFor);
  return (json) => {
    const isAscii = Buffer.byteLength(json) === json.length;
    if (json.length > LONGEST || hidesAnything(json, isAscii)) return true;
    // No other space of ASCII may stand in a text of JSON as it is.
    const joined = isAscii ? json.replaceAll(' ', '') : json.replaceAll(/\s+/g, '');
    const seemsIn = looks.some((look) => look(json, joined)) || json.includes(UNICODE);
    return seemsIn && search.mayHold(json);
  };
}

type Look = (json: string, joined: string) => boolean;

/**
 * True wherever letters that must all be there are in the JSON. By native searches as far as they
 * go: each takes a hundredth of what it takes to look at every letter.
 */
function lookFor({ writing, letters, least }: Spelling): Look {
  const alike = letters.slice(0, least).map((letter) => letter.alike);
  if (writing === 'hex') {
    const digits = alike.map(([digit]) => digit).join('');
    return (json) => holdsHex(json, digits);
  }
  const certain = longestCertain(alike);
  return writing === 'plain'
    ? (json) => json.includes(certain)
    : (_, joined) => joined.includes(certain);
}

/** The longest run of letters for which nothing else can stand. */
function longestCertain(letters: readonly string[]): string {
  const runs = letters.map((alike) => (alike.length === 1 ? alike : ' ')).join('');
  return runs.split(' ').reduce((longest, run) => (run.length > longest.length ? run : longest));
}

function hidesAnything(json: string, isAscii: boolean): boolean {
  if (json.includes('\\') || json.includes('%') || json.includes(DELETE)) return true;
  if (json.includes('&') && HTML.test(json)) return true;
  return !isAscii && UNSEEN_BEYOND_ASCII.test(json);
}
