import type { Answer, Failure } from './http.js';
import { isRecord, saysFailed } from './json.js';
import { PoolError, type PoolErrorKind } from './pool-error.js';
import { withoutAnswer, type Outcome } from './writes.js';

const MAX_SAID = 300;

/** Statuses that do not tell whether a write was done. */
const UNSURE = new Set([408, 409, 425, 429, 499]);

/** The answer to a read, if it is the pool's JSON; else why not. */
export function readJson(answer: Answer | Failure, now: number): Answer | PoolError {
  if ('failure' in answer) {
    const kind = answer.failure === 'too-large' ? 'unreadable' : 'unreachable';
    return new PoolError(kind, { cause: answer.code });
  }
  const { status, json, retryAfter } = answer;
  if (isSuccess(status) && typeof json === 'object' && json !== null) return answer;
  const said = saidIn(answer) ?? undefined;
  const details = { status, said, retryAfter: secondsUntil(retryAfter, now) };
  return new PoolError(kindOf(answer), details);
}

/** `Retry-After` is a number of seconds or a date; undefined if that is in the past. */
function secondsUntil(retryAfter: string, now: number): number | undefined {
  const number = Number(retryAfter);
  const seconds = Number.isNaN(number) ? Math.ceil((Date.parse(retryAfter) - now) / 1_000) : number;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/** Gateways answer 414, 429 and 5xx for the pool; any other web page proves nothing. */
function kindOf({ status, text, json }: Answer): PoolErrorKind {
  if (status === 414) return 'too-long';
  if (status === 429) return 'busy';
  if (status >= 500) return 'failed';
  if (status < 400) return isSuccess(status) && json !== undefined ? 'unreadable' : 'foreign';
  // Only proxies answer 407.
  if (isPage(text) || status === 407) return 'foreign';
  if (status === 401) return json === undefined ? 'foreign' : 'key';
  if (status === 403) return json === undefined ? 'foreign' : 'forbidden';
  return status === 404 ? 'missing' : 'refused';
}

/**
 * What a write's one answer means. Only a 4xx in JSON is a refusal: a web page comes from a proxy.
 * What the pool lists afterwards judges the change.
 */
export function outcomeOf(answer: Answer | Failure): Outcome {
  if ('failure' in answer) {
    const [kind, reason] = FAILED_WRITES[answer.failure];
    return withoutAnswer(kind, reason);
  }
  const { status, text, json } = answer;
  const [kind, reason] = verdict(answer);
  return { kind, status, reason, message: saidIn(answer), body: json === undefined ? text : json };
}

const FAILED_WRITES = {
  'no-connection': ['unsent', 'the pool couldn’t be reached'],
  'no-answer': ['unknown', 'no answer in time'],
  broken: ['unknown', 'the connection broke'],
  'too-large': ['unknown', 'the answer can’t be read'],
} as const;

function verdict({ status, json }: Answer): readonly [Outcome['kind'], string] {
  if (status >= 500) return ['unknown', `the pool failed (${status})`];
  if (!isRecord(json) || (status >= 300 && status < 400)) {
    return ['unknown', 'the answer can’t be read'];
  }
  if (isSuccess(status)) {
    return saysFailed(json) ? ['unknown', 'the pool answered that it failed'] : ['reported', ''];
  }
  if (UNSURE.has(status)) return ['unknown', `the pool answered ${status}`];
  return ['declined', `the pool declined it (${status})`];
}

/** The pool's own words: `message`, `detail` or `error`, or plain text that is not a web page. */
function saidIn({ text, json }: Answer): string | null {
  const words = json === undefined ? (isPage(text) ? null : text) : firstText(json, 4);
  return words?.trim().slice(0, MAX_SAID).toWellFormed() || null;
}

function firstText(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return firstText(value[0], depth - 1);
  if (!isRecord(value)) return null;
  const texts = [value['message'], value['detail'], value['error']].map((inner) =>
    firstText(inner, depth - 1),
  );
  return texts.find((text) => text !== null) ?? null;
}

const isSuccess = (status: number) => status >= 200 && status < 300;
const isPage = (text: string) => /^\s*</.test(text);
