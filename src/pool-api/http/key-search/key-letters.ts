/** The characters accepted as one of the key's, and its name in HTML, if it has one. */
export interface Letter {
  readonly alike: string;
  readonly name: string | undefined;
}

interface LetterMatch {
  readonly letter: Letter;
  /** Where the letter may end. */
  readonly ends: number[];
}

/** No backslash precedes it other than the one that escapes it. */
export function addFirst(text: string, at: number, { letter, ends }: LetterMatch): void {
  if (text[at] === '\\') addUnicode(text, at + 1, { letter, ends });
  else addPlain(text, at, { letter, ends });
}

export function addLetter(text: string, at: number, { letter, ends }: LetterMatch): void {
  addUnicode(text, at, { letter, ends });
  addPlain(text, at, { letter, ends });
}

/** Whatever stands for a space in a key, even nothing: line ends are shown as a space. */
export function addSpaces(text: string, at: number, ends: number[]): void {
  const reached = new Set([at]);
  // A loop over a set also visits what is added during it.
  for (const end of reached) {
    if (/[\s\\+]/.test(text[end] ?? '')) reached.add(end + 1);
    const behind: number[] = [];
    addLetter(text, end, { letter: SPACE, ends: behind });
    for (const each of behind) reached.add(each);
  }
  for (const end of reached) ends.push(end);
}

const SPACE: Letter = { alike: ' ', name: undefined };

/** `u002B`, after its backslash. */
function addUnicode(text: string, at: number, { letter, ends }: LetterMatch): void {
  if (text[at] === 'u' && letter.alike.includes(hexAt(text, at + 1, 4))) ends.push(at + 5);
}

/** As is, `%2B` or `&#43;`. */
function addPlain(text: string, at: number, { letter, ends }: LetterMatch): void {
  const character = text[at];
  if (character === undefined) return;
  if (letter.alike.includes(character)) ends.push(at + 1);
  if (character === '%') addPercent(text, at + 1, { letter, ends });
  if (character === '&') addHtml(text, at + 1, { letter, ends });
}

/** `2B`, or `252B` if the percent sign is itself escaped, however often. */
function addPercent(text: string, at: number, { letter, ends }: LetterMatch): void {
  let digits = at;
  for (; hexAt(text, digits, 2) === '%'; digits += 2)
    if (letter.alike === '%') ends.push(digits + 2);
  if (letter.alike.includes(hexAt(text, digits, 2))) ends.push(digits + 2);
}

/** `#43;`, `#x2B;` or `amp;`, also without the semicolon. */
function addHtml(text: string, at: number, { letter, ends }: LetterMatch): void {
  const addWritten = (start: number, written: string) => {
    const end = start + written.length;
    if (text.slice(start, end).toLowerCase() !== written) return;
    ends.push(end);
    if (text[end] === ';') ends.push(end + 1);
  };
  if (letter.name !== undefined) addWritten(at, letter.name);
  if (text[at] !== '#') return;
  const radix = text[at + 1]?.toLowerCase() === 'x' ? 16 : 10;
  let digits = at + (radix === 16 ? 2 : 1);
  while (text[digits] === '0') digits += 1;
  for (const each of letter.alike) addWritten(digits, each.charCodeAt(0).toString(radix));
}

/** The character of this many hexadecimal digits; if there are fewer, one that no key has. */
function hexAt(text: string, at: number, length: number): string {
  const digits = text.slice(at, at + length);
  const isHex = digits.length === length && !/[^0-9a-f]/i.test(digits);
  return isHex ? String.fromCharCode(parseInt(digits, 16)) : '\0';
}

/** What is left of an escaped character that was cut in two. */
const HALF_ESCAPE =
  /(?:\\+(?:u[0-9a-fA-F]{0,3}|%[0-9a-fA-F]{0,6}|&[#\w]{0,8})?|%[0-9a-fA-F]{0,6}|&[#\w]{0,8})?$/y;

export function isHalfEscape(text: string, at: number): boolean {
  HALF_ESCAPE.lastIndex = at;
  return HALF_ESCAPE.test(text);
}
