import type { Letter } from './key-letters.js';

/**
 * How a key may be spelt when somebody repeats it. Keys are ASCII, because they go into a header.
 */

/** Encodings of fewer bytes would match text that has nothing to do with the key. */
const MIN_ENCODED_BYTES = 8;
/** How much of the beginning of a shortened key is struck out, wherever it stands. */
const MIN_BEGINNING = 12;
/** For a short key it is half, but no less than this: fewer letters occur in anything. */
const MIN_BEGINNING_LENGTH = 8;

export interface Spelling {
  readonly writing: 'plain' | 'base64' | 'hex';
  readonly letters: readonly Letter[];
  /** This many of them count as the key even if no more follow. */
  readonly least: number;
  /** Where the next letter may begin, after what may stand between two of them. */
  readonly skip: Skip;
}

type Skip = (text: string, at: number) => number[];

export function spellingsOf(key: string): Spelling[] {
  // The key's own backslashes cannot be told from those that escape what follows.
  const bare = key.replaceAll('\\', '').replaceAll(/ +/g, ' ');
  if (bare === '') return [];
  const half = Math.max(MIN_BEGINNING_LENGTH, Math.ceil(bare.length / 2));
  const least = Math.min(MIN_BEGINNING, half, bare.length);
  const plain: Spelling = {
    writing: 'plain',
    letters: lettersOf(bare, PLAIN),
    least,
    skip: skipBackslashes,
  };
  const bytes = Buffer.from(key);
  if (bytes.length < MIN_ENCODED_BYTES) return [plain];
  return [
    plain,
    ...[0, 1, 2].map((at): Spelling => ({
      writing: 'base64',
      letters: lettersOf(base64(bytes, at), IN_BASE64),
      least: base64(bytes.subarray(0, least), at).length,
      skip: skipWhitespace,
    })),
    {
      writing: 'hex',
      letters: lettersOf(bytes.toString('hex'), IN_HEX),
      least: least * 2,
      skip: skipBetweenBytes,
    },
  ];
}

/** The characters that the bytes alone determine if they begin at the `at`th byte of three. */
function base64(bytes: Buffer, at: number): string {
  const text = Buffer.concat([Buffer.alloc(at), bytes]).toString('base64');
  return text.slice(Math.ceil((at * 8) / 6), Math.floor(((at + bytes.length) * 8) / 6));
}

function alikeInBase64(character: string): string {
  if (character === '+') return '+-';
  return character === '/' ? '/_' : character;
}

function alikeInHex(digit: string): string {
  return `${digit}${digit.toUpperCase()}`;
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['&', 'amp'],
  ['<', 'lt'],
  ['>', 'gt'],
  ['"', 'quot'],
  ["'", 'apos'],
]);

/** Makes each character's letter once for all keys, of which there are thousands. */
type Alphabet = (character: string) => Letter;

function alphabet(alikeOf: (character: string) => string): Alphabet {
  const letters = new Map<string, Letter>();
  return (character) => {
    const known = letters.get(character);
    if (known !== undefined) return known;
    const letter = { alike: alikeOf(character), name: NAMES.get(character) };
    letters.set(character, letter);
    return letter;
  };
}

const PLAIN = alphabet((each) => each);
const IN_BASE64 = alphabet(alikeInBase64);
const IN_HEX = alphabet(alikeInHex);

function lettersOf(text: string, letterOf: Alphabet): Letter[] {
  return Array.from(text, letterOf);
}

function skipBackslashes(text: string, at: number): number[] {
  let end = at;
  while (text[end] === '\\') end += 1;
  return [end];
}

function skipWhitespace(text: string, at: number): number[] {
  return skipLineEnds(text, at, /\s/);
}

/** Line ends as they are, and as JSON's backslash and letter. */
function skipLineEnds(text: string, at: number, between: RegExp): number[] {
  const ends = [at];
  for (let end = at; end < text.length; ends.push(++end)) {
    const character = text[end] ?? '';
    if (character !== '\\' && !between.test(character)) break;
    if (character === '\\' && /[nrtbf]/.test(text[end + 1] ?? '')) ends.push(++end);
  }
  return ends;
}

/** The same, plus signs such as `:`, and the `0x` of a byte. */
function skipBetweenBytes(text: string, at: number): number[] {
  const ends = skipLineEnds(text, at, /[\s:;,._-]/);
  for (let index = ends.length - 1; index >= 0; index--) {
    const end = ends[index] ?? at;
    if (text[end] === '0' && /[xX]/.test(text[end + 1] ?? '')) ends.push(end + 2);
  }
  return ends;
}
