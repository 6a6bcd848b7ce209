import { parse } from 'lossless-json';

/**
 * JSON in which every number keeps its digits: one that `String(Number(text))` would not write
 * again arrives as its text (`Numeric`). The native parser reads what it can hold, which is
 * nearly everything; keys that come twice and `__proto__` end as they do natively.
 * @throws SyntaxError, RangeError
 */
export function parseJson(text: string): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const native: unknown = JSON.parse(json);
  if (!losesDigits(json)) return native;
  return parse(json, null, {
    parseNumber: (digits) => (isHeld(digits) ? Number(digits) : digits),
    onDuplicateKey: ({ newValue }) => newValue,
  });
}

/**
 * The same, for what must be kept as it came: a record holds no key twice, and none of the name
 * of its prototype.
 * @throws as above, and TypeError for such keys
 */
export function readUnambiguous(text: string): unknown {
  const value = parseJson(text);
  if (hasDoubtfulKey(text)) throw new TypeError('a key that no record can hold');
  return value;
}

/**
 * Whether valid JSON has a key of the name of the prototype: natively one as any other, and yet no
 * record that is read by a shape keeps it.
 */
export function namesPrototype(json: string): boolean {
  if (!/__proto__|\\u00/i.test(json)) return false;
  return [...json.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/g)].some(
    ([, quoted, colon]) =>
      quoted !== undefined && colon !== undefined && JSON.parse(quoted) === '__proto__',
  );
}

/** Of valid JSON. In it, a string before a colon is a key. */
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

function isHeld(digits: string): boolean {
  return String(Number(digits)) === digits;
}

const QUOTE = 34;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = 92;

/**
 * Whether valid JSON has a number that a double would write differently. A hand-written scan,
 * because it costs a quarter of `JSON.parse` where a regular expression costs half of it.
 */
function losesDigits(json: string): boolean {
  let at = 0;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(json, at) + 1;
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(json, at);
      if (!isHeldAtAGlance(json, at, end) && !isHeld(json.slice(at, end))) return true;
      at = end;
    } else {
      at++;
    }
  }
  return false;
}

/** Up to 15 plain digits need no closer look. */
// oxlint-disable-next-line max-params -- a slice of the text costs more than the look itself
function isHeldAtAGlance(json: string, start: number, end: number): boolean {
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
