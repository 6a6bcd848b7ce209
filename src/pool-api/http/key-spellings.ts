/** How a key may be spelt, as patterns. */

/** An encoding of fewer bytes would be found in text that has nothing to do with the key. */
const LEAST_ENCODED_BYTES = 8;
/** Of a key that somebody shortened, the beginning that is struck out, wherever it stands. */
const LEAST_BEGINNING = 12;
/** The same of a short key is half of it, but not less: so few letters stand in anything. */
const SHORTEST_BEGINNING = 8;
export interface Spelling {
  /** A pattern for each of its characters, with what may stand before it. */
  readonly all: readonly string[];
  /** The same for text in which nothing is escaped but as in `u0041`. */
  readonly unescaped: readonly string[];
  /** So many of them are taken for the key though no more come. */
  readonly least: number;
}

export function spellingsOf(key: string): Spelling[] {
  // The key's own backslashes cannot be told from the escaping of what follows them.
  const bare = key.replaceAll('\\', '');
  if (bare === '') return [];
  const half = Math.max(SHORTEST_BEGINNING, Math.ceil(bare.length / 2));
  const least = Math.min(LEAST_BEGINNING, half, bare.length);
  const plain = { ...charactersOf(bare.replaceAll(/ +/g, ' '), literal, ESCAPED), least };
  const bytes = Buffer.from(key);
  if (bytes.length < LEAST_ENCODED_BYTES) return [plain];
  return [
    plain,
    ...[0, 1, 2].map((at) => ({
      ...charactersOf(base64(bytes, at), inBase64, WRAPPED),
      least: Math.floor((least * 8) / 6),
    })),
    { ...charactersOf(bytes.toString('hex'), inHex, SET_APART), least: least * 2 },
  ];
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

/** None of the characters is a backslash. `between` takes none of what begins a character. */
function charactersOf(
  text: string,
  plain: (character: string) => string,
  between: Between,
): Pick<Spelling, 'all' | 'unescaped'> {
  const characters = Array.from(text);
  return {
    all: characters.map((character, index) => {
      const before = characters[index - 1] === ' ' ? '' : between.any;
      if (index === 0) return `(?:${escaped(character, '\\\\')}|${plain(character)})`;
      if (character === ' ') return SPACES;
      return `${before}(?:${escaped(character, '')}|${plain(character)})`;
    }),
    unescaped: characters.map((character, index) =>
      index === 0
        ? plain(character)
        : `${between.unescaped}(?:u00${hexOf(character)}|${plain(character)})`,
    ),
  };
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
