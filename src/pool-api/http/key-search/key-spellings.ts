/** How a key may be spelt, as patterns. */

/** An encoding of fewer bytes would be found in text that has nothing to do with the key. */
const LEAST_ENCODED_BYTES = 8;
/** Of a key that somebody shortened, the beginning that is struck out, wherever it stands. */
const LEAST_BEGINNING = 12;
/** The same of a short key is half of it, but not less: so few letters stand in anything. */
const SHORTEST_BEGINNING = 8;
/** One way to spell it. */
export interface Spelling {
  readonly text: string;
  /** The pattern of a character that is not escaped. */
  readonly plain: (character: string) => string;
  readonly between: Between;
  /** So many characters are taken for the key though no more come. */
  readonly least: number;
}

export function spellingsOf(key: string): Spelling[] {
  // The key's own backslashes cannot be told from the escaping of what follows them.
  const bare = key.replaceAll('\\', '');
  if (bare === '') return [];
  const half = Math.max(SHORTEST_BEGINNING, Math.ceil(bare.length / 2));
  const least = Math.min(LEAST_BEGINNING, half, bare.length);
  const text = bare.replaceAll(/ +/g, ' ');
  const asItIs: Spelling = { text, plain: literal, between: ESCAPED, least };
  const bytes = Buffer.from(key);
  if (bytes.length < LEAST_ENCODED_BYTES) return [asItIs];
  return [
    asItIs,
    ...[0, 1, 2].map((at) => ({
      text: base64(bytes, at),
      plain: inBase64,
      between: WRAPPED,
      least: Math.floor((least * 8) / 6),
    })),
    { text: bytes.toString('hex'), plain: inHex, between: SET_APART, least: least * 2 },
  ];
}

/**
 * A pattern for each character, however it is escaped, with what may stand before it. None of the
 * characters is a backslash. `between` takes none of what begins a character.
 */
export function patternsOf({ text, plain, between }: Spelling): string[] {
  return Array.from(text, (character, index) => {
    const before = text[index - 1] === ' ' ? '' : between.any;
    if (index === 0) return `(?:${escaped(character, '\\\\')}|${plain(character)})`;
    if (character === ' ') return SPACES;
    return `${before}(?:${escaped(character, '')}|${plain(character)})`;
  });
}

/** The same of its beginning, for text in which nothing is escaped but as in `u0041`. */
export function plainBeginningOf({ text, plain, between, least }: Spelling): string {
  return Array.from(text.slice(0, least), (character, index) =>
    index === 0
      ? plain(character)
      : `${between.unescaped}(?:u00${hexOf(character)}|${plain(character)})`,
  ).join('');
}

/** What may stand between two characters, and of it what no backslash begins. */
interface Between {
  readonly any: string;
  readonly unescaped: string;
}

const ESCAPED: Between = { any: '\\\\*', unescaped: '' };
/** What lines end with, and the letters that JSON writes for it. */
const WRAPPED: Between = { any: '(?:\\\\[nrt]?|\\s)*', unescaped: '\\s*' };
const SET_APART: Between = {
  any: '(?:\\\\[nrt]?|[\\s:;,._-])*(?:0[xX])?',
  unescaped: '[\\s:;,._-]*(?:0[xX])?',
};

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
  const hex = hexOf(character);
  const name = NAMED.get(character);
  const html = `&(?:#0*${code}|#[xX]0*${hex}${name === undefined ? '' : `|${name}`});?`;
  const ascii = code > 0x7f ? '' : `|%(?:25)*${hex}${character === ' ' ? '|\\+' : ''}`;
  const json = code > 0xffff ? '' : `${backslash}u${code > 0xff ? '' : '00'}${hex}|`;
  return `${json}${html}${ascii}`;
}

function hexOf(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).padStart(2, '0');
  return Array.from(hex).map(inHex).join('');
}

/** Those in a key, which may be left out as well: what a line ends with is shown as one. */
const SPACES = `(?:[\\s\\\\]|${escaped(' ', '')})*`;

function literal(character: string): string {
  return character.replace(/[$()*+./?[\]^{|}]/, '\\$&');
}
