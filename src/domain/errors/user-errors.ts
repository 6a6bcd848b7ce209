/**
 * Failures whose message is ready to be shown. `views/errors/failures.ts` puts those of the pool,
 * the store and Discord into words; anything else is a bug, shown only as an incident id.
 */

/** What people read of a failure: both from one view, so that they fit together. */
export interface ErrorWords {
  /** The reason in a few words; null where its code tells it (`views/errors/refusal-words.ts`). */
  readonly title: string | null;
  /** What happened and what to do next. Holds no secret. */
  readonly sentence: string;
}

/** A failure that its view has put into words already. */
export abstract class WordedError extends Error {
  readonly title: string | null;

  constructor({ title, sentence }: ErrorWords, options?: ErrorOptions) {
    super(sentence, options);
    this.title = title;
  }
}

/** What was asked for isn't done. */
export class UserError extends WordedError {
  override readonly name = 'UserError';
}

/** The outcome of a sent request is known but can't be stored: only this message tells of it. */
export class OutcomeNotPersisted extends WordedError {
  override readonly name = 'OutcomeNotPersisted';
}

/** The server has no API key. An admin is offered to connect one. */
export class NotConnected extends UserError {}

/** Separate from `UserError` because a refused change goes into the audit trail. */
export class AccessDenied extends UserError {
  constructor(
    readonly why: 'not-allowed' | 'not-admin' | 'unknown-id',
    sentence: string,
  ) {
    super({ title: null, sentence });
  }
}

/** What was typed holds a secret: none of it is kept, entered, posted or logged. */
export class SecretTyped extends UserError {}

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
      | 'several-site-names'
      | 'other-currency'
      | 'other-id'
      | 'other-name'
      | 'nameless-record'
      | 'alike-record'
      | 'no-addresses'
      | 'no-address-in-entry'
      | 'self-contradiction'
      | 'listed-twice'
      /** In entries of earlier versions alone, for any of the six above. */
      | 'unclear-entry'
      | 'inexact-id'
      | 'repeated-id'
      | 'too-much-to-show'
      /** For a kind that gives no code of its own. */
      | 'ruled-out'
      /** Nothing is listed under the typed name: shown, but not entered. */
      | 'unknown-name',
    sentence: string,
  ) {
    super({ title: null, sentence });
  }
}

/** A saved API key's record can't be opened, though the master key is right. */
export class DamagedKey extends Error {
  override readonly name = 'DamagedKey';

  constructor() {
    super('the saved API key is damaged');
  }
}
