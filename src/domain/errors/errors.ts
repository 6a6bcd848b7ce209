/**
 * The failures this bot tells apart. `UserError` is a sentence already made for a person;
 * `PoolError`, the root of what the pool's side did, `StoreError`, the root of what the store did
 * not do, `ChannelRefused` and `WriteConflict` are told in words by `views/failures.ts`. Anything else
 * that is thrown is a bug and reaches people only as an incident id.
 */

/** What happened and what to do next, ready to be shown. Its message never holds a secret. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/**
 * What came of a request that was sent is known, but nobody can note it now. Its message tells
 * that, ready to be shown, and may be the only place that does.
 */
export class OutcomeNotPersisted extends Error {
  override readonly name = 'OutcomeHeld';
  /** Stands above the message. */
  readonly title: string;

  constructor(title: string, sentences: string, options?: ErrorOptions) {
    super(sentences, options);
    this.title = title;
  }
}

/**
 * Somebody tried what they may not, or with an id that is none of ours. Told apart because the
 * audit trail tells of it where it was about more than reading.
 */
export class AccessDenied extends UserError {
  readonly why: 'not-allowed' | 'unknown-id';

  constructor(why: AccessDenied['why'], sentence: string) {
    super(sentence);
    this.why = why;
  }
}

/** A saved API key whose record can't be opened, though the master key is the right one. */
export class DamagedKey extends Error {
  override readonly name = 'DamagedKey';

  constructor() {
    super('the saved API key is damaged');
  }
}

/**
 * Others wrote one entry of the store again and again, so that nothing of this was written.
 * Told apart because it is nobody's mistake, and the next try goes well.
 */
export class WriteConflict extends Error {
  override readonly name = 'Contended';

  constructor(space: string) {
    super(`too many write to one entry of ${space}`);
  }
}

/** What keeps the store from reading or writing. */
export type StoreFault =
  /** It can't be reached, or refuses what it is asked. */
  | 'away'
  /** Another program has locked its file for seconds. */
  | 'locked'
  /** The disk failed: the process ends, and only its next start can tell what is left. */
  | 'broken'
  /** Its keys are sealed under a master key that this process doesn't have. */
  | 'other-master-key';

/** Root of what can go wrong with the store. Its message is for the log and holds no secret. */
export abstract class StoreError extends Error {
  abstract readonly fault: StoreFault;
}

/** The store did not read or write. What was asked of it may be asked again. */
export class StoreUnavailable extends StoreError {
  override readonly name = 'StoreUnavailable';
  readonly fault: StoreFault;

  constructor(fault: 'away' | 'locked', reason: string) {
    super(`the store is ${fault}: ${reason}`);
    this.fault = fault;
  }
}

/** What is known about whether a request that failed had an effect at the pool. */
export type Outcome =
  /** The request never left this machine. */
  | 'not-sent'
  /** The pool answered that it did not do it. */
  | 'refused'
  /** It may have been done: time-out, reset, 5xx, an answer that cannot be read or leaves it open. */
  | 'unknown';

export interface PoolFailure {
  /** The client method that failed, e.g. `getSummary`. */
  readonly operation: string;
  /** HTTP status, when there was an answer. */
  readonly status?: number;
  /** The pool's own words, cut to 300 characters and with the key struck out. Untrusted text. */
  readonly said?: string;
  /** What this client found wrong, in our own words: half a sentence, and never the pool's. */
  readonly fault?: string;
  readonly outcome: Outcome;
}

/** Root of what can go wrong with the pool. Holds no key and no request object. */
export abstract class PoolError extends Error {
  readonly operation: string;
  readonly status: number | undefined;
  readonly said: string | undefined;
  readonly fault: string | undefined;
  readonly outcome: Outcome;

  constructor(failure: PoolFailure) {
    super(`${failure.operation}: ${failure.fault ?? failure.status ?? 'no answer'}`);
    this.operation = failure.operation;
    this.status = failure.status;
    this.said = failure.said;
    this.fault = failure.fault;
    this.outcome = failure.outcome;
  }
}

/** No connection, or it broke, before a whole answer came. */
export class PoolUnreachable extends PoolError {
  override readonly name = 'PoolUnreachable';
}

/** No whole answer within the time-out. Separate from unreachable: the pool may be at work. */
export class PoolTimeout extends PoolError {
  override readonly name = 'PoolTimeout';
}

/** 401: the key is not, or no longer, accepted. */
export class PoolKeyRefused extends PoolError {
  override readonly name = 'PoolKeyRefused';
}

/** 403: the key is accepted but may not see or do this. */
export class PoolForbidden extends PoolError {
  override readonly name = 'PoolForbidden';
}

/**
 * 404: no such object, or no such operation on this pool. A `fault` says that it certainly is the
 * address of the request that leads nowhere, and no name in it.
 */
export class PoolNotFound extends PoolError {
  override readonly name = 'PoolNotFound';
}

/** 429, still refused after the waits a read allows itself. */
export class PoolBusy extends PoolError {
  override readonly name = 'PoolBusy';
  /** What the pool asked for in `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(failure: PoolFailure, retryAfterMs?: number) {
    super(failure);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Any other 4xx: the pool understood and declined. */
export class PoolRejected extends PoolError {
  override readonly name = 'PoolRejected';
}

/** 5xx, still failing after the retries a read allows itself. */
export class PoolBroken extends PoolError {
  override readonly name = 'PoolBroken';
}

/** Of an answer to a write: what `body` alone does not say. */
export interface MoreOfBody {
  /** Bytes of a body that is not all in `body`. */
  readonly size?: number;
  /** Of all of its bytes, in hex; missing where it broke off before its end. */
  readonly sha256?: string;
  /** The body as a record, where it could be read and says that it failed. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

/** An answer that leaves open what was done, and so is kept. */
abstract class PoolOpen extends PoolError {
  /**
   * For a write: what came, as it came, so that it is not lost. Up to 256 KiB whole; of a longer
   * one the first 4,000 characters.
   */
  readonly body: string | undefined;
  readonly more: MoreOfBody;

  constructor(failure: PoolFailure, body?: string, more: MoreOfBody = {}) {
    super(failure);
    this.body = body;
    this.more = more;
  }
}

/**
 * An answer that is no JSON, is cut off, too large, or not of the documented shape; or one of a
 * good status that says that it failed.
 */
export class PoolUnreadable extends PoolOpen {
  override readonly name = 'PoolUnreadable';
}

/** A write answered with a 4xx that does not say for certain that it was not done. */
export class PoolUnclear extends PoolOpen {
  override readonly name = 'PoolUnclear';
}

/**
 * A list did not end within what is read of one, so nothing can be concluded of the whole.
 * Separate from unreadable: each page of it was right.
 */
export class PoolListTooLong extends PoolError {
  override readonly name = 'PoolListTooLong';
  readonly cutOff: { readonly by: 'rows' | 'time'; readonly rows: number };

  constructor(operation: string, cutOff: PoolListTooLong['cutOff']) {
    super({
      operation,
      fault: `its list did not end within ${cutOff.rows} rows`,
      outcome: 'unknown',
    });
    this.cutOff = cutOff;
  }
}

export interface ChannelRefusal {
  readonly channelId: string;
  readonly reason: 'gone' | 'forbidden';
  /** The permissions that the bot lacks there, by Discord's names, where they are known. */
  readonly missing?: readonly string[];
}

/** A message cannot be put into its channel, and will not be until somebody acts. */
export class ChannelRefused extends Error implements ChannelRefusal {
  override readonly name = 'ChannelRefused';
  readonly channelId: string;
  readonly reason: ChannelRefusal['reason'];
  readonly missing: readonly string[];

  constructor({ channelId, reason, missing = [] }: ChannelRefusal, options?: ErrorOptions) {
    super(`channel ${channelId} ${reason}`, options);
    this.channelId = channelId;
    this.reason = reason;
    this.missing = missing;
  }
}

/** Nothing can be put there ever again, or the bot will never see it. */
export function isChannelGone(error: unknown): boolean {
  return error instanceof ChannelRefused && error.reason === 'gone';
}
