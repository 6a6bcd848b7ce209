import { MINUTE_MS } from '../time/units.js';

/** What is known about whether a failed request had an effect at the pool. */
export type RequestOutcome =
  /** The request never left this machine. */
  | 'not-sent'
  /** The pool answered that it did not do it. */
  | 'refused'
  /** It may have been done: time-out, reset, 5xx, an unreadable or unclear answer. */
  | 'unknown';

/** Maximum characters of the message in an answer. */
export const MAX_SAID = 300;
/** Maximum bytes kept of the answer to a write. */
export const MAX_KEPT = 256 * 1024;

export interface PoolFailure {
  /** The client method that failed, e.g. `getSummary`. */
  readonly operation: string;
  /** HTTP status, if there was an answer. */
  readonly status?: number | undefined;
  /** The pool's own words, cut to `MAX_SAID` and without the key. Untrusted text. */
  readonly said?: string | undefined;
  /** What this client found wrong, in our own words: half a sentence. */
  readonly fault?: string | undefined;
  readonly outcome: RequestOutcome;
  readonly kept?: KeptAnswer | undefined;
}

/**
 * Parts of the answer to a write, without the key: for the trail, which must lose nothing of it.
 */
export interface KeptAnswer {
  /** Up to `MAX_KEPT`; of a longer body, 4,000 characters. */
  readonly body?: string;
  /** Size of the whole body in bytes, if `body` is only its start. */
  readonly size?: number;
  /** Hash of the whole body, in hex; missing if it was cut off. */
  readonly sha256?: string | undefined;
  /** Instead of `body`: the parsed record, if it says it failed despite a good status. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

/** Base class of pool failures. Holds no key and no request object. */
export abstract class PoolError extends Error implements PoolFailure {
  readonly operation: string;
  readonly status: number | undefined;
  readonly said: string | undefined;
  readonly fault: string | undefined;
  readonly outcome: RequestOutcome;
  readonly kept: KeptAnswer;

  constructor({ operation, status, said, fault, outcome, kept = {} }: PoolFailure) {
    super(`${operation}: ${fault ?? status ?? 'no answer'}`);
    this.operation = operation;
    this.status = status;
    this.said = said;
    this.fault = fault;
    this.outcome = outcome;
    this.kept = kept;
  }
}

/** No connection, or it broke before a complete answer came. */
export class PoolUnreachable extends PoolError {
  override readonly name = 'PoolUnreachable';
}

/** No complete answer in time. The pool may still be working on it. */
export class PoolTimeout extends PoolError {
  override readonly name = 'PoolTimeout';
}

/** 401 */
export class PoolKeyRefused extends PoolError {
  override readonly name = 'PoolKeyRefused';
}

/** 403: the key is accepted but may not see or do this. */
export class PoolForbidden extends PoolError {
  override readonly name = 'PoolForbidden';

  constructor(
    private readonly failure: PoolFailure,
    /** Those of the refused names for which the pool lists similar ones. */
    readonly meant: readonly UnlistedName[] = [],
  ) {
    super(failure);
  }

  with(meant: readonly UnlistedName[]): PoolForbidden {
    return meant.length === 0 ? this : new PoolForbidden(this.failure, meant);
  }
}

/** A name the pool doesn't list, and similar ones it does. */
export interface UnlistedName {
  readonly name: string;
  readonly near: readonly string[];
}

/** 404. A `fault` means that the address itself leads nowhere, not a name in it. */
export class PoolNotFound extends PoolError {
  override readonly name = 'PoolNotFound';
}

/** However long a pool asks to be left alone: then one read is tried again, whose answer decides. */
export const LONGEST_BUSY_WAIT_MS = MINUTE_MS;

/** 429, after all retries. */
export class PoolBusy extends PoolError {
  override readonly name = 'PoolBusy';

  constructor(
    failure: PoolFailure,
    /** From `Retry-After`. */
    readonly retryAfterMs?: number,
  ) {
    super(failure);
  }
}

/** Any other 4xx. */
export class PoolRejected extends PoolError {
  override readonly name = 'PoolRejected';
}

/** 5xx, after all retries. */
export class PoolBroken extends PoolError {
  override readonly name = 'PoolBroken';
}

/** Not JSON, cut off, too large, of another shape, or a good status whose body says it failed. */
export class PoolUnreadable extends PoolError {
  override readonly name = 'PoolUnreadable';
}

/** A write answered with a 4xx that doesn't say for certain that nothing was done. */
export class PoolUnclear extends PoolError {
  override readonly name = 'PoolUnclear';
}

/** Where reading stopped at its bound although the list may continue. */
export interface CutOff {
  readonly by: 'rows' | 'time';
  /** How many rows had come by then. */
  readonly rows: number;
}

/** A list didn't end within its bound, so nothing can be concluded about the whole. */
export class PoolListTooLong extends PoolError {
  override readonly name = 'PoolListTooLong';

  constructor(
    operation: string,
    readonly cutOff: CutOff,
  ) {
    const fault = `its list did not end within ${cutOff.rows} rows`;
    super({ operation, fault, outcome: 'unknown' });
  }
}
