import { codePointOf, type NamedLetter } from './name-letters.js';

/** What is drawn like a Latin letter, small or capital; NFKD takes styled letters before it. */
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

const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * One text for all names that a hurried eye takes for each other: without what is unseen,
 * accents and case; other scripts' letters as the Latin ones they look like; and 0/O, 1/l/I,
 * rn/m, vv/w as one. For comparing alone: it is never shown or sent.
 */
export function foldName(name: string): string {
  return asciiFolded(/^[\x20-\x7e]*$/.test(name) ? name.toLowerCase() : inLatin(name));
}

/** Most names are ASCII, and tens of thousands may be compared. */
function asciiFolded(name: string): string {
  return name
    .replaceAll('0', 'o')
    .replaceAll(/[1i|]/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/ +/g, ' ')
    .trim();
}

function inLatin(name: string): string {
  const bare = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return Array.from(bare, (sign) => LATIN.get(sign) ?? sign)
    .join('')
    .replaceAll(/[\s\u2800]+/gu, ' ')
    .replaceAll(UNSEEN, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/\p{Pd}/gu, '-');
}

/** Of the others, each once, those that somebody could take for this name and that are not it. */
export function lookalikeNames(name: string, others: readonly string[]): string[] {
  const folded = foldName(name);
  return [...new Set(others)].filter((each) => each !== name && foldName(each) === folded);
}

/** The same for several names in one pass over all that are known; those with none are left out. */
export function lookalikesOfEach(
  names: readonly string[],
  known: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const byFold = new Map(names.map((name): [string, Set<string>] => [foldName(name), new Set()]));
  for (const other of known) byFold.get(foldName(other))?.add(other);
  const found = new Map<string, readonly string[]>();
  for (const name of names) {
    const others = [...(byFold.get(foldName(name)) ?? [])].filter((other) => other !== name);
    if (others.length > 0) found.set(name, others);
  }
  return found;
}

/** Where a name first differs from another one: its own letter there, or its end. */
export function firstDifference(name: string, other: string): NamedLetter | { endsAfter: number } {
  const [signs, others] = [Array.from(name), Array.from(other)];
  const at = signs.findIndex((sign, index) => sign !== others[index]);
  const sign = signs[at];
  if (sign === undefined) return { endsAfter: signs.length };
  return { codePoint: codePointOf(sign), position: at + 1 };
}
