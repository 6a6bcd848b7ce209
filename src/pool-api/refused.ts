import { isRecord } from '../domain/is-record.js';
import { mayTellOfDoing } from '../domain/tells-of-doing.js';
import { maySayDone, saysFailed } from '../domain/says-failed.js';
import type { Answer } from './exchange.js';
import { readUnambiguous } from './lossless-json.js';
import { messageOf } from './words.js';

/**
 * With these HTTP says that a request was turned away before anything was done: it is malformed
 * (400, 422), the key may not (401, 403), nothing is there or takes it (404, 405, 415), it is too
 * long (413), or too early for one more (429). Not so of others: 409 and 423 are said as well of
 * what is being done already, 408, 425 and 499 of who stopped waiting, and the rest is anyone's.
 */
const TURNED_AWAY = new Set([400, 401, 403, 404, 405, 413, 415, 422, 429]);

/**
 * Whether the answer to a write says for certain that it was not done. Besides the status that
 * takes a whole body: what is cut may end otherwise, and a page is by whatever stands before the
 * pool, which knows nothing of what the pool did.
 */
export function isSurelyRefused({ status, text, cut }: Answer): boolean {
  return TURNED_AWAY.has(status) && cut === undefined && isRefusal(text.trim());
}

/** The pool's errors are JSON, plain text, or nothing at all. */
function isRefusal(text: string): boolean {
  if (text === '') return true;
  if (!/^[[{"]/.test(text)) return isPlainWords(text);
  try {
    return isRefusalRecord(readUnambiguous(text));
  } catch {
    return false;
  }
}

/** No markup, no bytes that are no text, no bare value of JSON. */
function isPlainWords(text: string): boolean {
  if (text.startsWith('<') || /[^\P{Cc}\s]|\uFFFD/u.test(text)) return false;
  return /\p{L}/u.test(text) && !/^(?:true|false|null)$/.test(text) && !mayTellOfDoing(text);
}

/** A record of what was done may come with any status. */
function isRefusalRecord(body: unknown): boolean {
  if (maySayDone(body) || textsIn(body).some(mayTellOfDoing)) return false;
  if (Array.isArray(body)) return body.every(isRefusalRecord);
  if (!isRecord(body)) return typeof body === 'string' && isPlainWords(body);
  return saysFailed(body) || messageOf(body) !== undefined || Object.keys(body).length === 0;
}

/** Names of fields too: `request_processed: true` says as much as a sentence. */
function textsIn(body: unknown): string[] {
  if (typeof body === 'string') return [body];
  if (typeof body !== 'object' || body === null) return [];
  if (Array.isArray(body)) return body.flatMap(textsIn);
  return Object.entries(body).flatMap(([name, value]) =>
    value === true ? [spaced(name)] : textsIn(value),
  );
}

function spaced(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[^\p{L}]+/gu, ' ');
}
