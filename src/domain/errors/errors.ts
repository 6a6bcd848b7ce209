/**
 * The failures this bot tells apart. A `UserError` is ready to be shown; `views/errors/failures.ts` puts
 * the others into words. Anything else that is thrown is a bug, shown only as an incident id.
 */

/** What happened and what to do next. Holds no secret. */
export class UserError extends Error {
  override readonly name = 'UserError';

  /** The reason in a few words; null where its code tells it (`views/errors/refusal-titles.ts`). */
  readonly title: string | null;

  constructor(sentence: string, options: ErrorOptions & { readonly title: string | null }) {
    super(sentence, options);
    this.title = options.title;
  }
}

/** The outcome of a sent request is known but can't be stored: only the message tells of it. */
export class OutcomeNotPersisted extends Error {
  override readonly name = 'OutcomeNotPersisted';

  constructor(
    readonly title: string,
    sentences: string,
    options?: ErrorOptions,
  ) {
    super(sentences, options);
  }
}

/** The server has no API key. An admin is offered to connect one. */
export class NotConnected extends UserError {}

/** Separate from `UserError` because a refused change goes into the audit trail. */
export class AccessDenied extends UserError {
  constructor(
    readonly why: 'not-allowed' | 'not-admin' | 'unknown-id',
    sentence: string,
  ) {
    super(sentence, { title: null });
  }
}

/** What the pool lists, or a rule of this house, rules a change out before it is asked for. */
export class ChangeRuledOut extends UserError {
  constructor(
    /** Its code in the trail. */
    readonly why:
      | 'unseen-letters'
      | 'not-shown-whole'
      | 'named-as-address'
      | 'path-name'
      | 'name-taken'
      | 'already-there'
      | 'allocation-sum'
      | 'several-listed'
      | 'other-currency'
      | 'unclear-entry'
      | 'inexact-id'
      | 'repeated-id'
      | 'too-much-to-show'
      /** Of a kind that gives no code of its own. */
      | 'ruled-out'
      /** Nothing is listed by the name that was typed: said, but no entry. */
      | 'unknown-name',
    sentence: string,
  ) {
    super(sentence, { title: null });
  }
}

/** A saved API key whose record can't be opened, though the master key is the right one. */
export class DamagedKey extends Error {
  override readonly name = 'DamagedKey';

  constructor() {
    super('the saved API key is damaged');
  }
}

/** What the store holds there can't be read: the disk or somebody else altered it. */
export class DamagedEntry extends Error {
  override readonly name = 'DamagedEntry';

  constructor(space: string, key: string | null) {
    const which = key === null ? 'an entry' : `the entry ${JSON.stringify(key)}`;
    super(`${which} of ${space} in the store is damaged and can't be read`);
  }
}

/** Concurrent writers kept changing one entry, so this write wasn't made. Safe to try again. */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict';

  constructor(space: string) {
    super(`too many write to one entry of ${space}`);
  }
}

/** What keeps the store from reading or writing. */
export type StoreFault =
  /** Unreachable, or it refuses requests. */
  | 'away'
  /** Another program has locked its file for seconds. */
  | 'locked'
  /** The disk failed: the process ends, and only its next start can tell what is left. */
  | 'broken'
  /** Its keys are sealed under a master key that this process doesn't have. */
  | 'other-master-key';

/** Its message is for the log and holds no secret. */
export abstract class StoreError extends Error {
  abstract readonly fault: StoreFault;
}

/** Nothing was read or written. Safe to try again. */
export class StoreUnavailable extends StoreError {
  override readonly name = 'StoreUnavailable';

  constructor(
    readonly fault: 'away' | 'locked',
    reason: string,
  ) {
    super(`the store is ${fault}: ${reason}`);
  }
}

/** What is known about whether a failed request had an effect at the pool. */
export type Outcome =
  /** The request never left this machine. */
  | 'not-sent'
  /** The pool answered that it did not do it. */
  | 'refused'
  /** It may have been done: time-out, reset, 5xx, an unreadable or unclear answer. */
  | 'unknown';

/** Characters of the message in an answer. */
export const MAX_SAID = 300;
/** Bytes of the answer to a write. */
export const MAX_KEPT = 256 * 1024;

export interface PoolFailure {
  /** The client method that failed, e.g. `getSummary`. */
  readonly operation: string;
  /** HTTP status, when there was an answer. */
  readonly status?: number | undefined;
  /** The pool's own words, cut to `MAX_SAID` and without the key. Untrusted text. */
  readonly said?: string | undefined;
  /** What this client found wrong, in our own words: half a sentence. */
  readonly fault?: string | undefined;
  readonly outcome: Outcome;
  readonly kept?: KeptAnswer | undefined;
}

/** Of the answer to a write, without the key: for the trail, where nothing of it may be lost. */
export interface KeptAnswer {
  /** Up to `MAX_KEPT`; of a longer one 4,000 characters. */
  readonly body?: string;
  /** Bytes of the whole body, where `body` is only its start. */
  readonly size?: number;
  /** Of the whole body, in hex; missing where it broke off. */
  readonly sha256?: string | undefined;
  /** In place of `body`: the parsed record, where a good status came and it says that it failed. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

/** Root of what can go wrong with the pool. Holds no key and no request object. */
export abstract class PoolError extends Error implements PoolFailure {
  readonly operation: string;
  readonly status: number | undefined;
  readonly said: string | undefined;
  readonly fault: string | undefined;
  readonly outcome: Outcome;
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

/** No connection, or it broke before a whole answer came. */
export class PoolUnreachable extends PoolError {
  override readonly name = 'PoolUnreachable';
}

/** No whole answer in time. The pool may still be at work. */
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
    /** Of the refused names, those for which the pool lists similar ones. */
    readonly meant: readonly NameMeant[] = [],
  ) {
    super(failure);
  }

  with(meant: readonly NameMeant[]): PoolForbidden {
    return meant.length === 0 ? this : new PoolForbidden(this.failure, meant);
  }
}

/** A name that the pool doesn't list, and similar ones that it does. */
export interface NameMeant {
  readonly name: string;
  readonly near: readonly string[];
}

/** 404. A `fault` says that the address itself leads nowhere, not a name in it. */
export class PoolNotFound extends PoolError {
  override readonly name = 'PoolNotFound';
}

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

/** A write answered with a 4xx that doesn't say for certain that it wasn't done. */
export class PoolUnclear extends PoolError {
  override readonly name = 'PoolUnclear';
}

/** Where reading stopped at its bound although the list may go on. */
export interface CutOff {
  readonly by: 'rows' | 'time';
  /** How many rows came before it. */
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

/** A message can't be put into its channel until somebody acts. */
export class ChannelRefused extends Error {
  override readonly name = 'ChannelRefused';
  readonly channelId: string;
  readonly reason: 'gone' | 'forbidden';
  /** Discord's names of the permissions that the bot lacks there, where known. */
  readonly missing: readonly string[];

  constructor(
    refusal: Pick<ChannelRefused, 'channelId' | 'reason'> &
      Partial<Pick<ChannelRefused, 'missing'>>,
    options?: ErrorOptions,
  ) {
    super(`channel ${refusal.channelId} ${refusal.reason}`, options);
    this.channelId = refusal.channelId;
    this.reason = refusal.reason;
    this.missing = refusal.missing ?? [];
  }
}

/** The channel was deleted, or the bot will never see it. */
export function isChannelGone(error: unknown): boolean {
  return error instanceof ChannelRefused && error.reason === 'gone';
}
