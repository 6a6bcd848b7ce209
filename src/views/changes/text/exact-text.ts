import { hashOf } from '../../../domain/json/canonical-json.js';
import type { JsonPath } from '../../../domain/json/differences.js';
import { isRecord } from '../../../domain/json/is-record.js';
import { invisibleCharacters } from '../../../domain/names/suspicious-characters.js';
import { INVISIBLE_OR_BLANK } from '../../../domain/names/invisible-characters.js';
import { isNumberText } from '../../../domain/numbers/numeric.js';
import { code, escapeMarkdown, isShownWhole } from '../../kit/text.js';

/** The pool's names and values, written so that no two different ones look the same. */

const MAX_PATH_LENGTH = 120;

/** `payment.addresses.0`. Quotes a name that isn't plain letters; marks one with odd characters. */
export function pathText(path: JsonPath, label?: string): string {
  const text = [...(label === undefined ? [] : [label]), ...path.map(nameText)].join('.');
  const isLong = text.length > MAX_PATH_LENGTH;
  const shown = isLong
    ? `${text.slice(0, 80)}…${text.slice(-20)} #${hashOf(path).slice(0, 8)}`
    : text;
  return `${isLong || path.some(isOdd) ? '⚠️ ' : ''}${code(shown, Infinity)}`;
}

const PLAIN_NAME = /^(?!\d+$)[\w$@:/+-]+$/;

/** A number is a list index; quotes distinguish the dots and digits of a name. */
function nameText(name: string | number): string {
  return typeof name === 'number' || PLAIN_NAME.test(name)
    ? String(name)
    : inAscii(quotedText(name));
}

function isOdd(name: string | number): boolean {
  const text = nameText(name);
  return text !== String(name) && text !== `"${name}"`;
}

const EMPTY = new Map([
  ['null', 'null (no value)'],
  ['[]', '[] (an empty list)'],
  ['{}', '{} (an empty record)'],
]);
const WORDS = new Set(['null', 'true', 'false', ...EMPTY.keys(), ...EMPTY.values()]);

/**
 * The plain text if that shows all of it, else quoted with escapes and cut after `most`;
 * `uncounted` doesn't say how long it was.
 */
export function valueText(
  value: unknown,
  most: number,
  count: 'counted' | 'uncounted' = 'counted',
): string {
  if (typeof value !== 'string') {
    const text = JSON.stringify(value);
    return escapeMarkdown(EMPTY.get(text) ?? text, Infinity);
  }
  if (isPlain(value, most)) return escapeMarkdown(value, most);
  const whole = quotedText(value.slice(0, most)).slice(1, -1);
  // Don't cut inside an escape.
  const text = whole.slice(0, most).replace(/\\(u[0-9a-f]{0,3})?$/, '');
  const isCut = value.length > most || text.length < whole.length;
  const length = count === 'counted' ? ` (cut: ${value.length} characters)` : '';
  const shown = isCut ? `"${text}…"${length}` : `"${text}"`;
  return escapeMarkdown(shown, Infinity);
}

function isPlain(text: string, most: number): boolean {
  return (
    text !== '' &&
    text.length <= most &&
    !text.startsWith('"') &&
    !WORDS.has(text) &&
    isShownWhole(text, most) &&
    invisibleCharacters(text).length === 0
  );
}

/**
 * As JSON. Digits kept as text because a double can't hold them are written without quotes: they
 * came as a number, or nobody can tell any more.
 */
export function exactText(value: unknown): string {
  if (typeof value === 'string') return isNumberText(value) ? value : quotedText(value);
  if (Array.isArray(value)) return `[${value.map(exactText).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, inner]) => `${quotedText(name)}:${exactText(inner)}`,
  );
  return `{${members.join(',')}}`;
}

const NOT_SEEN = new RegExp(`[${INVISIBLE_OR_BLANK}\\p{M}\`]`, 'gu');

/**
 * As JSON, with escapes for what nobody sees. A backtick would end its code span; a combining mark
 * may look like part of its letter.
 */
export function quotedText(text: string): string {
  return JSON.stringify(text).replaceAll(NOT_SEEN, escaped);
}

/**
 * As `plain` writes it, or as ASCII JSON of at most `most` characters if a character could pass for
 * another: no two addresses look the same.
 */
export function exactAddress(
  address: string,
  plain: (address: string) => string,
  most: number,
): string {
  if (/^[!-~]*$/.test(address)) return plain(address);
  // Its quotes make it longer than `most` if it is cut here.
  return `⚠️ ${code(inAscii(quotedText(address.slice(0, most))), most)}`;
}

export function inAscii(text: string): string {
  return text.replaceAll(/[^ -~]/gu, escaped);
}

function escaped(sign: string): string {
  return Array.from(
    { length: sign.length },
    (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}
