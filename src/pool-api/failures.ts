import {
  PoolBroken,
  PoolBusy,
  PoolForbidden,
  PoolKeyRefused,
  PoolNotFound,
  PoolRejected,
  PoolTimeout,
  PoolUnreachable,
  PoolUnreadable,
  type PoolError,
  type PoolFailure,
} from '../domain/errors.js';
import { TransportFailure, type Answer } from './exchange.js';
import { retryAfterMs } from './retry-after.js';
import { wordsIn } from './words.js';
import type { Strike } from './secrets.js';

/** The edge where HTTP becomes the failures of the domain; none keeps a request or a cause. */

export interface FailedCall {
  readonly operation: string;
  /** For a write, what cannot be read is kept as it came. */
  readonly isWrite: boolean;
  readonly strike: Strike;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const BODY_CHARACTERS = 4_000;

/** A status below 200 or from 300 on. Redirects are not followed, so they are unreadable. */
export function refusal(answer: Answer, call: FailedCall): PoolError {
  const { status } = answer;
  const failure = (outcome: PoolFailure['outcome']): PoolFailure => {
    const said = wordsIn(answer.text, call.strike);
    return { operation: call.operation, status, outcome, ...(said === undefined ? {} : { said }) };
  };
  if (status >= 500) return new PoolBroken(failure('unknown'));
  if (status < 400) return unreadable(answer, call);
  switch (status) {
    case 401:
      return new PoolKeyRefused(failure('refused'));
    case 403:
      return new PoolForbidden(failure('refused'));
    case 404:
      return new PoolNotFound(failure('refused'));
    case 408:
      // Also what a proxy says that stopped waiting for a pool that may be at work.
      return new PoolTimeout(failure('unknown'));
    case 429:
      return new PoolBusy(failure('refused'), retryAfterMs(answer.retryAfter, call.now));
    default:
      return new PoolRejected(failure('refused'));
  }
}

/** No whole answer. A status that did come counts, unless it promised success. */
export function breakdown(error: unknown, call: FailedCall): PoolError {
  if (!(error instanceof TransportFailure)) {
    // An error of axios itself holds the request and so the key: only its name goes on.
    const fault = `in the client: ${error instanceof Error ? error.name : typeof error}`;
    return new PoolUnreachable({ operation: call.operation, fault, outcome: 'unknown' });
  }
  const { kind, sent, partial } = error;
  if (partial && (partial.status >= 300 || kind === 'too-large')) {
    return partial.status >= 300 ? refusal(partial, call) : unreadable(partial, call);
  }
  const what: PoolFailure = {
    operation: call.operation,
    outcome: sent ? 'unknown' : 'not-sent',
    ...(partial ? { status: partial.status } : {}),
  };
  if (call.isWrite && partial?.text) return unreadable(partial, call);
  return kind === 'timeout' ? new PoolTimeout(what) : new PoolUnreachable(what);
}

export function unreadable({ status, text }: Answer, call: FailedCall): PoolUnreadable {
  return new PoolUnreadable(
    { operation: call.operation, status, outcome: 'unknown' },
    call.isWrite ? call.strike(text).slice(0, BODY_CHARACTERS) : undefined,
  );
}
