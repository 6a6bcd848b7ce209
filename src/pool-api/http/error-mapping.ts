import {
  PoolBroken,
  PoolBusy,
  PoolForbidden,
  PoolKeyRefused,
  PoolNotFound,
  PoolRejected,
  PoolTimeout,
  PoolUnclear,
  PoolUnreachable,
  PoolUnreadable,
  type KeptAnswer,
  type PoolError,
  type PoolFailure,
} from '../../domain/errors/pool-errors.js';
import { failedActionText } from '../../domain/pool-answers/failed-action.js';
import { TransportFailure, type RawResponse } from './exchange-with-pool.js';
import { isCertainRejection } from './certain-rejection.js';
import { retryAfterMs } from './retry-after.js';
import { isPage } from '../../domain/pool-answers/answer-text.js';
import { messageOf, errorMessageIn } from './error-message.js';
import type { Redact } from './redact.js';

/** Maps HTTP failures to `PoolError`s, without requests and causes, which would hold the key. */

export interface FailedCall {
  readonly operation: string;
  /** An unreadable answer to a write is kept. */
  readonly isWrite: boolean;
  readonly redact: Redact;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** How much of an incomplete body is kept. */
const HEAD_CHARACTERS = 4_000;

/** For a status other than 2xx. Redirects aren't followed, so they are unreadable. */
export function errorForStatus(answer: RawResponse, call: FailedCall): PoolError {
  const { status } = answer;
  const failure = (outcome: PoolFailure['outcome']): PoolFailure => ({
    operation: call.operation,
    status,
    outcome,
    said: errorMessageIn(answer.text, call.redact, answer.cut !== undefined || undefined),
    kept: keptOf(answer, call),
  });
  if (status >= 500) return new PoolBroken(failure('unknown'));
  if (status < 400) return unreadable(answer, call);
  if (call.isWrite && status !== 408 && !isCertainRejection(answer)) {
    return new PoolUnclear(failure('unknown'));
  }
  switch (status) {
    case 401:
      return new PoolKeyRefused(failure('refused'));
    case 403:
      return new PoolForbidden(failure('refused'));
    case 404:
      return new PoolNotFound({
        ...failure('refused'),
        fault: saysNoRoute(answer.text, call.operation) ? NOTHING_THERE : undefined,
      });
    case 408:
      // A proxy may have stopped waiting while the pool is still working.
      return new PoolTimeout(failure('unknown'));
    case 429:
      return new PoolBusy(failure('refused'), retryAfterMs(answer.retryAfter, call.now));
    default:
      return new PoolRejected(failure('refused'));
  }
}

/** For a request without a whole answer. If an error status did come, it counts. */
export function errorForTransport(error: unknown, call: FailedCall): PoolError {
  if (!(error instanceof TransportFailure)) {
    // An axios error holds the request and so the key: only its name is kept.
    const fault = `in the client: ${error instanceof Error ? error.name : typeof error}`;
    return new PoolUnreachable({ operation: call.operation, fault, outcome: 'unknown' });
  }
  const { kind, sent, partial } = error;
  if (partial && (partial.status >= 300 || kind === 'too-large')) {
    return partial.status >= 300 ? errorForStatus(partial, call) : unreadable(partial, call);
  }
  const what: PoolFailure = {
    operation: call.operation,
    outcome: sent ? 'unknown' : 'not-sent',
    status: partial?.status,
  };
  if (call.isWrite && partial?.text) return unreadable(partial, call);
  if (call.isWrite && kind === 'malformed') return new PoolUnreadable(what);
  return kind === 'timeout' ? new PoolTimeout(what) : new PoolUnreachable(what);
}

const NOTHING_THERE = 'it has nothing at this web address';

/** How common servers and frameworks say that a path doesn't exist. */
const NO_ROUTE =
  /\b(?:cannot (?:get|post|patch)\b|(?:no|unknown|invalid|unmatched) (?:such )?(?:\w+ )?(?:route|path|endpoint|url)\b|no (?:route|handler|endpoint)s?\b|(?:route|path|endpoint|page|url)\b.{0,200}\bnot (?:found|exist)|requested url)/i;

/** Operations whose path holds no name that could be misspelt. */
const WITHOUT_A_NAME = new Set(['listSubaccounts', 'createSubaccount', 'getDevFee', 'listMiners']);

/** An HTML page comes from something other than the API. */
function saysNoRoute(body: string, operation: string): boolean {
  const text = body.slice(0, HEAD_CHARACTERS);
  if (isPage(text) || NO_ROUTE.test(text)) return true;
  return WITHOUT_A_NAME.has(operation) && /^\W*(?:404)?\W*(?:not found)?\W*$/i.test(text);
}

export function unreadable(answer: RawResponse, call: FailedCall): PoolUnreadable {
  const { operation } = call;
  const kept = keptOf(answer, call);
  return new PoolUnreadable({ operation, status: answer.status, outcome: 'unknown', kept });
}

function keptOf({ text, cut }: RawResponse, { redact, isWrite }: FailedCall): KeptAnswer {
  if (!isWrite) return {};
  if (cut === undefined) return { body: redact.text(text) };
  const { bytes, ...hash } = cut;
  return { body: redact.cutText(text).slice(0, HEAD_CHARACTERS), size: bytes, ...hash };
}

/** For a good status whose record (parsed, redacted) reports a failure: the effect is unknown. */
export function saidFailure(
  record: Readonly<Record<string, unknown>>,
  status: number,
  call: FailedCall,
): PoolUnreadable {
  const { operation } = call;
  const said = messageOf(record) ?? messageOf(failedActionText(record));
  const failure: PoolFailure = { operation, status, outcome: 'unknown', said };
  return new PoolUnreadable({ ...failure, kept: call.isWrite ? { answer: record } : {} });
}
