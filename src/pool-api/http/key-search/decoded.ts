/** Those that hide something, or that another escape begins with. */
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

/** `endOfNumber`: what a number of HTML has behind its digits. */
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
/** In `&#10%38;` the number goes on once the escape behind it is undone. */
const WHOLE_ESCAPES = escapesWith('(?:;|(?![\\da-fA-F%&\\\\]))');

/** Escapes of escapes of escapes: nobody reads a key out of more. */
const MAX_LEVELS = 3;

/**
 * What the escapes of JSON, URLs and HTML in a text mean, also those of escapes and of characters
 * that nobody sees. The same text where there are none; two where some are within others, since
 * part of a number may be escaped once more than the rest of it.
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

/** What nobody sees as JSON writes it with a backslash and a letter, line ends most of all. */
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
