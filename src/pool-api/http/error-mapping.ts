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
  type MoreOfBody,
  type PoolError,
  type PoolFailure,
} from '../../domain/errors/errors.js';
import { TransportFailure, type RawResponse } from './exchange.js';
import { isCertainRefusal } from './refused.js';
import { retryAfterMs } from './retry-after.js';
import { isPage, messageOf, errorMessageIn } from './error-message.js';
import type { Redact } from './redact.js';

/** The edge where HTTP becomes the failures of the domain; none keeps a request or a cause. */

export interface FailedCall {
  readonly operation: string;
  /** For a write, what cannot be read is kept as it came. */
  readonly isWrite: boolean;
  readonly strike: Redact;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Of a body that is not whole: enough to see what it is. */
const HEAD_CHARACTERS = 4_000;

/** A status below 200 or from 300 on. Redirects are not followed, so they are unreadable. */
export function errorForStatus(answer: RawResponse, call: FailedCall): PoolError {
  const { status } = answer;
  const failure = (outcome: PoolFailure['outcome']): PoolFailure => {
    const said = errorMessageIn(answer.text, call.strike, answer.cut !== undefined || undefined);
    return { operation: call.operation, status, outcome, ...(said === undefined ? {} : { said }) };
  };
  if (status >= 500) return new PoolBroken(failure('unknown'));
  if (status < 400) return unreadable(answer, call);
  if (call.isWrite && status !== 408 && !isCertainRefusal(answer)) {
    return new PoolUnclear(failure('unknown'), ...keptOf(answer, call));
  }
  switch (status) {
    case 401:
      return new PoolKeyRefused(failure('refused'));
    case 403:
      return new PoolForbidden(failure('refused'));
    case 404:
      return new PoolNotFound({
        ...failure('refused'),
        ...(saysNoRoute(answer.text, call.operation) ? { fault: NOTHING_THERE } : {}),
      });
    case 408:
      // Also what a proxy says that stopped waiting for a pool that may be at work.
      return new PoolTimeout(failure('unknown'));
    case 429:
      return new PoolBusy(failure('refused'), retryAfterMs(answer.retryAfter, call.now));
    default:
      return new PoolRejected(failure('refused'));
  }
}

/** No whole answer. A status that did come counts, unless it promised success or is of a write. */
export function errorForTransport(error: unknown, call: FailedCall): PoolError {
  if (!(error instanceof TransportFailure)) {
    // An error of axios itself holds the request and so the key: only its name goes on.
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
    ...(partial ? { status: partial.status } : {}),
  };
  if (call.isWrite && partial?.text) return unreadable(partial, call);
  return kind === 'timeout' ? new PoolTimeout(what) : new PoolUnreachable(what);
}

const NOTHING_THERE = 'it has nothing at this address';

/** Servers and frameworks of many kinds, of an address at which they have nothing at all. */
const NO_ROUTE =
  /\b(?:cannot (?:get|post|patch)\b|(?:no|unknown|invalid|unmatched) (?:such )?(?:\w+ )?(?:route|path|endpoint|url)\b|no (?:route|handler|endpoint)s?\b|(?:route|path|endpoint|page|url)\b.{0,200}\bnot (?:found|exist)|requested url)/i;

/** Operations whose address holds nothing that could be misspelt. */
const WITHOUT_A_NAME = new Set(['listSubaccounts', 'createSubaccount', 'getDevFee', 'listMiners']);

/** A page for a browser comes from whatever stands at that address instead of the API. */
function saysNoRoute(body: string, operation: string): boolean {
  const text = body.slice(0, HEAD_CHARACTERS);
  if (isPage(text) || NO_ROUTE.test(text)) return true;
  return WITHOUT_A_NAME.has(operation) && /^\W*(?:404)?\W*(?:not found)?\W*$/i.test(text);
}

export function unreadable(answer: RawResponse, call: FailedCall): PoolUnreadable {
  const failure: PoolFailure = {
    operation: call.operation,
    status: answer.status,
    outcome: 'unknown',
  };
  return call.isWrite
    ? new PoolUnreadable(failure, ...keptOf(answer, call))
    : new PoolUnreadable(failure);
}

/** Of the answer to a write, so that it is not lost. */
function keptOf(
  { text, cut }: RawResponse,
  { strike }: FailedCall,
): [body: string, more?: MoreOfBody] {
  if (cut === undefined) return [strike.text(text)];
  const { bytes, ...hash } = cut;
  return [strike.cutText(text).slice(0, HEAD_CHARACTERS), { size: bytes, ...hash }];
}

/**
 * A good status, and a record that says that it failed: parsed, without the key. Whether anything
 * was done all the same, nobody can know.
 */
export function saidFailure(
  record: Readonly<Record<string, unknown>>,
  status: number,
  call: FailedCall,
): PoolUnreadable {
  const said = messageOf(record);
  const failure: PoolFailure = {
    operation: call.operation,
    status,
    outcome: 'unknown',
    ...(said === undefined ? {} : { said }),
  };
  if (!call.isWrite) return new PoolUnreadable(failure);
  return new PoolUnreadable(failure, JSON.stringify(record), { answer: record });
}
