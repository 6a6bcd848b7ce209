import { withoutInvisible } from '../names/invisible-characters.js';

/** What a value of such a field means. */

export function isFalse(value: unknown): boolean {
  return value === false || /^\s*(?:false|no)\s*$/i.test(textOf(value));
}

/** Includes zero, which as a status may mean success. */
export function isNo(value: unknown): boolean {
  return isFalse(value) || value === 0 || textOf(value).trim() === '0';
}

const FAILURE_WORDS = new Set(
  (
    'error errors err failed fail failure failing fatal exception ko nok aborted unsuccessful ' +
    'rejected refused declined denied forbidden unauthorized unauthorised invalid'
  ).split(' '),
);

/** `FAILED`, `validation_error`, `AddressInvalid`; not `NO_ERROR`. */
export function isFailureWord(value: unknown): boolean {
  const words = textOf(value)
    .slice(0, 200)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  if (words.includes('no') || words.includes('without')) return false;
  return words.some((word) => FAILURE_WORDS.has(word));
}

/** An HTTP error status. */
export function isFailureCode(value: unknown): boolean {
  const code = codeIn(value);
  return code >= 400 && code < 600;
}

export function codeIn(value: unknown): number {
  return Number(typeof value === 'number' ? value : textOf(value) || NaN);
}

/** False for the usual ways to say that there is none. */
export function isThere(value: unknown): boolean {
  if (value === null || value === undefined || isNo(value)) return false;
  if (typeof value === 'object') return Object.keys(value).length > 0;
  return !/^\s*(?:none|null|ok|success)?\s*$/i.test(textOf(value));
}

/** Invisible characters must not split a word. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? withoutInvisible(value) : '';
}
