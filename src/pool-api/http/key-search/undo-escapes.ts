/** Characters that hide something, or with which another escape begins. */
export const NAMED_CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  shy: '\u00AD',
  zwnj: '\u200C',
  zwj: '\u200D',
  lrm: '\u200E',
  rlm: '\u200F',
};

/** `endOfNumber`: what follows the digits of an HTML number. */
function escapesWith(endOfNumber: string): RegExp {
  const all = [
    '(?<bytes>(?:%[0-9a-fA-F]{2})+)',
    `&#[xX]0*(?<hex>[0-9a-fA-F]{1,6})${endOfNumber}`,
    `&#0*(?<decimal>\\d{1,7})${endOfNumber}`,
    `&(?<name>${Object.keys(NAMED_CHARACTERS).join('|')});?`,
    '\\\\u(?<unit>[0-9a-fA-F]{4})',
    '\\\\u\\{(?<point>[0-9a-fA-F]{1,6})\\}',
    '\\\\x(?<byte>[0-9a-fA-F]{2})',
  ];
  return new RegExp(all.join('|'), 'g');
}

const ESCAPES = escapesWith(';?');
/** In `&#10%38;` the number continues once the escape after it is undone. */
const WHOLE_ESCAPES = escapesWith('(?:;|(?![\\da-fA-F%&\\\\]))');

/** Escapes of escapes of escapes: nobody reads a key out of more. */
const MAX_LEVELS = 3;

/**
 * What the JSON, URL and HTML escapes in a text mean, including escaped escapes and invisible
 * characters. The same text if there are none; two readings if some are nested, since part of a
 * number may be escaped once more than the rest.
 */
export function decodings(text: string): string[] {
  const { plain, levels } = unescaped(text, ESCAPES);
  return levels < 2 ? [plain] : [plain, unescaped(text, WHOLE_ESCAPES).plain];
}

function unescaped(text: string, escapes: RegExp): { plain: string; levels: number } {
  let plain = text;
  let levels = 0;
  for (; levels < MAX_LEVELS && /[%&\\]/.test(plain); levels++) {
    const next = plain.replaceAll(escapes, (...found) => meaningOf(found[0], Object(found.at(-1))));
    if (next === plain) break;
    plain = next;
  }
  return { plain, levels };
}

/** Drops invisible characters that JSON writes as a backslash and a letter, such as line ends. */
export function withoutShortEscapes(text: string): string {
  return text.replaceAll(/\\[nrtbf]/g, '');
}

function meaningOf(escape: string, found: Readonly<Record<string, string | undefined>>): string {
  if (found['bytes'] !== undefined)
    return Buffer.from(found['bytes'].replaceAll('%', ''), 'hex').toString();
  if (found['name'] !== undefined) return NAMED_CHARACTERS[found['name']] ?? escape;
  const hex = found['hex'] ?? found['unit'] ?? found['point'] ?? found['byte'];
  const code = hex === undefined ? Number(found['decimal']) : parseInt(hex, 16);
  return code <= 0x10_ffff ? String.fromCodePoint(code) : escape;
}
