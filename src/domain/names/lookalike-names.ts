import { comparedLetters, MOST_COMPARED } from './compared-letters.js';
import { codePointOf, type NamedCharacter } from './suspicious-characters.js';
import { INVISIBLE_OR_BLANK } from './invisible-characters.js';

/** Letters drawn like a Latin one, small or capital; NFKD handles styled ones. */
const LOOKALIKES: Record<string, string> = {
  a: 'АаΑαɑᴀᎪ',
  b: 'ВвЬьΒβʙᏴ',
  c: 'СсϹϲςᴄᏟ',
  d: 'ԀԁᴅᎠđ',
  e: 'ЕеҼҽΕεᴇᎬ',
  f: 'Ϝϝꜰ',
  g: 'ɡցɢᏀԌ',
  h: 'НнҺһΗհʜᎻħ',
  i: 'ІіΙιɩɪıᎥ',
  j: 'ЈјϳյȷᴊᎫ',
  k: 'КкΚκᴋᏦ',
  l: 'ӀӏʟᏞլł',
  m: 'МмΜᴍᎷ',
  n: 'ΝηПпոռɴ',
  o: 'ОоΟοσՕօᴏø',
  p: 'РрΡρᴘᏢ',
  q: 'Ԛԛզգ',
  r: 'ГгʀᎡ',
  s: 'ЅѕꜱᏚՏ',
  t: 'ТтΤτᴛᎢŧ',
  u: 'υμսᴜՍ',
  v: 'ѴѵνᴠᏙ',
  w: 'ԜԝωաᴡᎳ',
  x: 'ХхΧχ',
  y: 'УуҮүΥγʏ',
  z: 'ΖζᴢᏃ',
  '3': 'ЗзҘҙ',
  '-': '−ー',
  "'": '‘’ʼʹ',
};

const LATIN = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, others]) =>
    Array.from(others, (other): [string, string] => [other, latin]),
  ),
);

const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Equal for names that look alike: ignores invisible characters, accents and case, maps other
 * scripts' letters to Latin ones, and merges 0/O, 1/l/I, rn/m and vv/w. Only for comparing. Names
 * that begin with the same 200 letters are equal: nobody is shown more of them.
 */
export function foldName(given: string): string {
  const name = comparedLetters(given);
  const letters = /^[\x20-\x7e]*$/.test(name) ? name.toLowerCase() : lettersInLatin(name);
  return asciiFolded(letters).slice(0, MOST_COMPARED);
}

const NOT_SEEN = new RegExp(`[${INVISIBLE_OR_BLANK}]`, 'gu');

/** Equal for names with the same letters, whatever their case and spaces. Only for comparing. */
export function nameAsRead(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/[\s\u2800]+/gu, ' ')
    .replaceAll(NOT_SEEN, '')
    .replaceAll(/ +/g, ' ')
    .trim()
    .toLowerCase();
}

/** A fast path: most names are ASCII, and tens of thousands may be compared. */
function asciiFolded(name: string): string {
  return name
    .replaceAll('0', 'o')
    .replaceAll(/[1i|]/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/ +/g, ' ')
    .trim();
}

/** Lookalike letters become lower-case Latin ones; accents and invisible characters are removed. */
export function lettersInLatin(name: string): string {
  const bare = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return Array.from(bare, (sign) => LATIN.get(sign) ?? sign)
    .join('')
    .replaceAll(/[\s\u2800]+/gu, ' ')
    .replaceAll(INVISIBLE, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/\p{Pd}/gu, '-');
}

/** The other names that look like this one, each once. */
export function lookalikeNames(name: string, others: readonly string[]): string[] {
  return [...(lookalikesOfEach([name], others).get(name) ?? [])];
}

/** The same for several names in one pass; those without lookalikes are left out. */
export function lookalikesOfEach(
  names: readonly string[],
  known: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const folds = new Map(names.map((name): [string, string] => [name, foldName(name)]));
  const byFold = new Map(Array.from(folds.values(), (fold) => [fold, new Set<string>()] as const));
  for (const other of known) byFold.get(folds.get(other) ?? foldName(other))?.add(other);
  const found = new Map<string, readonly string[]>();
  for (const [name, fold] of folds) {
    const others = [...(byFold.get(fold) ?? [])].filter((other) => other !== name);
    if (others.length > 0) found.set(name, others);
  }
  return found;
}

/** Where a name first differs from another: its letter there, or its end. */
export function firstDifference(
  name: string,
  other: string,
): NamedCharacter | { endsAfter: number } {
  let position = 1;
  for (let at = 0; at < name.length; position++) {
    const sign = name.codePointAt(at) ?? 0;
    if (sign !== other.codePointAt(at)) return { codePoint: codePointOf(name.slice(at)), position };
    at += sign > 0xffff ? 2 : 1;
  }
  return { endsAfter: position - 1 };
}
