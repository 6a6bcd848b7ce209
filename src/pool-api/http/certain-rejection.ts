import { isRecord } from '../../domain/json/is-record.js';
import { fieldsMayMeanDone } from '../../domain/pool-answers/success-fields.js';
import { saysExplicitRejection } from '../../domain/pool-answers/explicit-rejection.js';
import { isFailedRecord } from '../../domain/pool-answers/failed-record.js';
import { wordsMayMeanDone } from '../../domain/pool-answers/success-words.js';
import type { RawResponse } from './exchange-with-pool.js';
import { parseUnambiguous } from './lossless-json.js';
import { messageOf } from './error-message.js';

/**
 * Rejected before anything was done. Excludes 409 and 423, which may mean that it is already being
 * done, and 408, 425 and 499, where somebody merely stopped waiting.
 */
const REJECTED_STATUSES = new Set([400, 401, 403, 404, 405, 413, 415, 422, 429]);
/** These don't say why, so the words with them must. */
const WITHOUT_A_REASON = new Set([400, 422]);

/**
 * Whether the answer to a write says for certain that it wasn't done. A body that is cut, or ended
 * only by the closing of the connection, might have ended differently, and an HTML page comes from
 * a proxy, which doesn't know what the pool did.
 */
export function isCertainRejection({ status, text, cut, mayBeCut }: RawResponse): boolean {
  if (!REJECTED_STATUSES.has(status) || cut !== undefined || mayBeCut === true) return false;
  if (text === '') return true;
  // Nothing but spaces or a mark is no answer that can be read.
  const body = errorIn(text.trim());
  // A record of what was done may come with any status.
  if (fieldsMayMeanDone(body) || wordsIn(body).some(wordsMayMeanDone)) return false;
  if (typeof body === 'string' && !isPlainText(body)) return false;
  return WITHOUT_A_REASON.has(status) ? saysExplicitRejection(body) : isError(body);
}

/** The pool's errors are JSON or plain text. Undefined for what is neither. */
function errorIn(text: string): unknown {
  if (!/^[[{"]/.test(text)) return /^(?:true|false|null)$/.test(text) ? undefined : text;
  try {
    return parseUnambiguous(text);
  } catch {
    return undefined;
  }
}

/** For a status that says why; an empty record or list is enough beside it. */
function isError(body: unknown): boolean {
  const isEmpty = typeof body === 'object' && body !== null && Object.keys(body).length === 0;
  return isEmpty || saysError(body);
}

function saysError(body: unknown): boolean {
  if (typeof body === 'string') return isPlainText(body);
  if (Array.isArray(body)) return body.length > 0 && body.every(saysError);
  return isRecord(body) && (isFailedRecord(body) || hasLetters(messageOf(body) ?? ''));
}

/** No markup, no binary, no figure. */
function isPlainText(text: string): boolean {
  return !text.startsWith('<') && !/[^\P{Cc}\s]|\uFFFD/u.test(text) && hasLetters(text);
}

function hasLetters(words: string): boolean {
  return /\p{L}/u.test(words);
}

/** Field names too: `request_processed: true` or `applied_at: …` says as much as a sentence. */
function wordsIn(body: unknown): string[] {
  if (typeof body === 'string') return [body];
  if (typeof body !== 'object' || body === null) return [];
  if (Array.isArray(body)) return body.flatMap(wordsIn);
  return Object.entries(body).flatMap(([name, value]) =>
    isYes(value) ? [spaced(name), ...wordsIn(value)] : wordsIn(value),
  );
}

/** A value that affirms its field's name: a date, a number, `yes`. */
function isYes(value: unknown): boolean {
  if (typeof value === 'string') return !/^(?:|no|none|false|0|n\/a)$/i.test(value.trim());
  return value === true || (typeof value === 'number' && value !== 0);
}

function spaced(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[^\p{L}]+/gu, ' ');
}
