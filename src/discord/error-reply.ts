import { randomBytes } from 'node:crypto';
import type { Reply } from '../domain/messages/reply.js';
import { ReplyNotShown } from '../domain/messages/reply-not-shown.js';
import { OutcomeNotPersisted } from '../domain/errors/user-errors.js';
import { PoolError } from '../domain/errors/pool-errors.js';
import { StoreError } from '../domain/errors/store-errors.js';
import type { ButtonRow } from '../views/kit/buttons.js';
import { DiscordSilent } from '../domain/errors/discord-errors.js';
import { incident } from '../views/errors/router-sentences.js';

export interface ErrorReply {
  readonly reply: Reply;
  readonly result: 'refused' | 'pool-failed' | 'store-failed' | 'unanswered' | 'incident';
  /** The incident id that the person was shown in place of the cause. */
  readonly incident?: string;
}

/** A failure shown with buttons for what can be done: edit the form again, try again. */
export class WithButtons extends Error {
  override readonly name = 'WithButtons';

  constructor(
    readonly buttons: ButtonRow[],
    options: ErrorOptions,
  ) {
    super('a failure with buttons', options);
  }
}

/**
 * The one place where errors become words. Messages written for people are shown; for anything else
 * they see an incident id, under which the log holds the cause. `writes`: of a job that sets or changes
 * something.
 */
export function replyToError(
  error: unknown,
  explain: (error: unknown) => Reply | null,
  writes: boolean,
): ErrorReply {
  if (error instanceof WithButtons) {
    const report = replyToError(error.cause, explain, writes);
    return { ...report, reply: { ...report.reply, components: error.buttons } };
  }
  if (error instanceof ReplyNotShown) {
    return { reply: error.otherwise, result: resultNotShown(error.cause) };
  }
  const reply = explain(error);
  if (reply !== null) return { reply, result: resultOf(error) };
  const id = randomBytes(4).toString('hex');
  return { reply: { content: incident(id, writes) }, result: 'incident', incident: id };
}

function resultOf(error: unknown): 'refused' | 'pool-failed' | 'store-failed' {
  if (error instanceof OutcomeNotPersisted || error instanceof StoreError) return 'store-failed';
  return error instanceof PoolError ? 'pool-failed' : 'refused';
}

function resultNotShown(cause: unknown): ErrorReply['result'] {
  if (cause instanceof StoreError) return 'store-failed';
  return cause instanceof DiscordSilent ? 'unanswered' : 'incident';
}

/** Everyone may run into a failure that is explained in words, so log its name and message only. */
export function inShort(error: unknown): Record<string, unknown> {
  if (error instanceof WithButtons) return inShort(error.cause);
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, cause } = error;
  return { name, message, ...(cause === undefined ? {} : { cause: inShort(cause) }) };
}
