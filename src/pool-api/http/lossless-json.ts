import { parse } from 'lossless-json';

/**
 * Parses JSON; a number that a double would write differently stays text (`Numeric`). Duplicate
 * keys and `__proto__` end as they do natively.
 * @throws SyntaxError, RangeError
 */
export function parseJson(text: string): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const native: unknown = JSON.parse(json);
  if (!losesDigits(json)) return native;
  return parse(json, null, {
    parseNumber: (digits) => (fitsDouble(digits) ? Number(digits) : digits),
    onDuplicateKey: ({ newValue }) => newValue,
  });
}

/**
 * The same, for what must be kept as it came.
 * @throws as above, and TypeError for duplicate keys and `__proto__`
 */
export function parseUnambiguous(text: string): unknown {
  const value = parseJson(text);
  if (hasAmbiguousKey(text)) throw new TypeError('a key that no record can hold');
  return value;
}

/** In valid JSON, a string before a colon is a key. */
function hasAmbiguousKey(json: string): boolean {
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

function fitsDouble(digits: string): boolean {
  return String(Number(digits)) === digits;
}

const QUOTE = 34;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = 92;

/** Scanned by hand: a quarter of the cost of `JSON.parse`; a regular expression costs half. */
function losesDigits(json: string): boolean {
  let at = 0;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(json, at) + 1;
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(json, at);
      if (!isShortInteger(json, at, end) && !fitsDouble(json.slice(at, end))) return true;
      at = end;
    } else {
      at++;
    }
  }
  return false;
}

/** Up to 15 plain digits always fit. */
// oxlint-disable-next-line max-params -- slicing the text costs more than the check
function isShortInteger(json: string, start: number, end: number): boolean {
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
  while (isEscaped(json, end));
  return end;
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0;
  while (json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}
