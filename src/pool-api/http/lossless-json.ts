import { DEEPEST_READ } from './key-search/walk-value.js';

/**
 * JSON in which every number keeps its digits: one that `String(Number(text))` would write
 * differently becomes its text (`Numeric`). The native parser reads what it can hold, which is
 * nearly everything; repeated keys and `__proto__` end up as they do natively.
 * @param longest how many characters a text or number in it may have: no name or figure has more
 * than the default, and one of megabytes would hold everybody up wherever it is compared or shown.
 * @throws SyntaxError, RangeError
 */
export function parseJson(text: string, longest = 64 * 1024): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const exact = withDigitsQuoted(json, longest);
  // First as received: in quotes, an invalid number would pass.
  const native: unknown = JSON.parse(json);
  return exact === undefined ? native : JSON.parse(exact);
}

/**
 * The same, for answers that must be kept as received, however long their texts: no record may have
 * a key twice, or one named like its prototype.
 * @throws as above, and TypeError for such keys
 */
export function parseUnambiguous(text: string): unknown {
  const value = parseJson(text, Infinity);
  if (hasDoubtfulKey(text)) throw new TypeError('a key that no record can hold');
  return value;
}

/**
 * Whether valid JSON has a key named like the prototype: natively a key like any other, but records
 * that are read by a shape drop it.
 */
export function namesPrototype(json: string): boolean {
  if (!/__proto__|\\u00/i.test(json)) return false;
  return [...json.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/g)].some(
    ([, quoted, colon]) =>
      quoted !== undefined && colon !== undefined && JSON.parse(quoted) === '__proto__',
  );
}

/** Expects valid JSON, in which a string before a colon is a key. */
function hasDoubtfulKey(json: string): boolean {
  const open: Set<unknown>[] = [];
  for (const [token, quoted, colon] of json.matchAll(/[{}]|("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/g)) {
    if (token === '{') open.push(new Set());
    if (token === '}') open.pop();
    if (quoted === undefined || colon === undefined) continue;
    const key: unknown = JSON.parse(quoted);
    if (key === '__proto__' || open.at(-1)?.has(key)) return true;
    open.at(-1)?.add(key);
  }
  return false;
}

function isExact(digits: string): boolean {
  return String(Number(digits)) === digits;
}

const QUOTE = 34;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;

/** No record has this many fields, and the native parser needs seconds for millions of names. */
const MAX_FIELDS = 10_000;
/** A page of 100,000 miners has two thirds of them; the native parser needs a second for three million. */
const MAX_NESTED = 1_000_000;
/** No page has this many numbers that a double changes: millions take seconds and gigabytes. */
const MAX_QUOTED = 500_000;

/**
 * JSON in which each number that a double would write differently is a string of its digits;
 * undefined if there is none. Scanned by hand, at a quarter of the cost of `JSON.parse`: a regular
 * expression costs half of it, and a parser of our own many times.
 * @throws RangeError for a record of too many fields, too many records and lists, too many numbers to
 * quote, too long a text, or nesting too deep
 */
function withDigitsQuoted(json: string, longest: number): string | undefined {
  const parts: string[] = [];
  const fields: number[] = [];
  let taken = 0;
  let nested = 0;
  let at = 0;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(json, at) + 1;
      if (end - at - 2 > longest) throw new RangeError('too long a text');
      at = end;
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(json, at);
      if (end - at > longest) throw new RangeError('too long a number');
      if (!isExactAtAGlance(json, at, end) && !isExact(json.slice(at, end))) {
        if (parts.length > 4 * MAX_QUOTED) throw new RangeError('too many long or odd numbers');
        parts.push(json.slice(taken, at), '"', json.slice(at, end), '"');
        taken = end;
      }
      at = end;
    } else {
      countFields(code, fields);
      if ((code === OPEN || code === OPEN_LIST) && ++nested > MAX_NESTED)
        throw new RangeError('too many records and lists');
      at++;
    }
  }
  return taken === 0 ? undefined : parts.join('') + json.slice(taken);
}

/** `open`: the number of fields in each record and list that the scan is in. */
function countFields(code: number, open: number[]): void {
  if (code === OPEN || code === OPEN_LIST) {
    if (open.push(0) > DEEPEST_READ) throw new RangeError('nested too deeply');
  } else if (code === CLOSE || code === CLOSE_LIST) open.pop();
  else if (code === COLON) {
    const fields = (open.pop() ?? 0) + 1;
    if (fields > MAX_FIELDS) throw new RangeError('too many fields');
    open.push(fields);
  }
}

/** Up to 15 plain digits need no closer look. */
function isExactAtAGlance(json: string, start: number, end: number): boolean {
  if (end - start > 15 || json.charCodeAt(start) === MINUS) return false;
  for (let at = start; at < end; at++)
    if (json.charCodeAt(at) < ZERO || json.charCodeAt(at) > NINE) return false;
  return true;
}

function endOfNumber(json: string, start: number): number {
  let at = start + 1;
  for (; at < json.length; at++) {
    const code = json.charCodeAt(at);
    const digit = code >= ZERO && code <= NINE;
    if (!digit && code !== DOT && code !== MINUS && code !== PLUS && (code | 32) !== 101) break;
  }
  return at;
}

function endOfString(json: string, start: number): number {
  let end = start;
  do end = json.indexOf('"', end + 1);
  while (end >= 0 && isEscaped(json, end));
  return end < 0 ? json.length : end;
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0;
  while (json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}
