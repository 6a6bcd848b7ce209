import { connectButton } from '../../views/setup/welcome.js';
import type { Modal, Reply } from '../../domain/messages/reply.js';
import { isAdmin, mayUse } from '../../domain/guild/access-levels.js';
import { AccessDenied, NotConnected, UserError } from '../../domain/errors/user-errors.js';
import {
  accessRefused,
  formTooLateWords,
  guildsOnlyWords,
  notAcknowledged,
  notRecordedWords,
  rightsUnknownWords,
} from '../../views/errors/router-sentences.js';
import { withFallback, settlesWithin } from '../../domain/async/timeout.js';
import { toResult } from '../../domain/errors/result.js';
import type { Context } from '../../command.js';
import type { CallerBase } from './caller.js';
import { WithButtons } from '../error-reply.js';
import type { GuildQueue } from '../throttling/guild-queue.js';
import type { InteractionRecord } from './interaction-log.js';
import type { InteractionHandle } from '../rest/interaction-rest.js';
import { refuseKeyIn, type Job } from './job.js';
import { refuseLate } from '../throttling/refuse-late.js';
import type { Responder } from './responder.js';
import type { RouterParts } from './router-parts.js';
import { showReply } from './show-reply.js';
import { MINUTE_MS, SECOND_MS } from '../../domain/time/units.js';

export interface JobParts extends Pick<RouterParts, 'store' | 'contextFor' | 'log' | 'onError'> {
  readonly handle: InteractionHandle;
  readonly responder: Responder;
  /** Null outside a guild. */
  readonly caller: CallerBase | null;
  readonly queue: GuildQueue;
  readonly isStopping: () => boolean;
  /** Called when a reply's first state is shown and more will follow for as long as it runs. */
  readonly onFollowed: () => void;
}

/** A faster reply is the first response; a slower one edits a deferred response. */
const DEFER_AFTER_MS = 250;
/** A form must be the first response, within Discord's 3 s. */
const FORM_WITHIN_MS = 2.5 * SECOND_MS;
const CLAIM_WITHIN_MS = 2 * SECOND_MS;
/** The life of an interaction's token, and so how long a second delivery could be answered. */
const CLAIM_TTL_MS = 15 * MINUTE_MS;

type PreparedAnswer =
  | { readonly kind: 'form'; readonly form: Modal }
  | { readonly kind: 'reply'; readonly reply: Reply; readonly rest: AsyncIterator<Reply> | null };

/**
 * Throws whatever the job throws. A write runs only once Discord has accepted its acknowledgement:
 * if the click came too late, the person has already seen that it failed. Nor does one whose turn
 * comes too late after that.
 */
export async function performJob(job: Job, parts: JobParts): Promise<InteractionRecord['result']> {
  const { responder, caller, queue } = parts;
  if (job.refused !== undefined) throw job.refused;
  if (caller === null) throw new UserError(guildsOnlyWords);
  if (job.writes) {
    if (!caller.areRightsKnown) throw new UserError(rightsUnknownWords);
    if (!(await claim(parts))) return 'duplicate';
    if (!(await acknowledge(job, caller, parts))) return 'unanswered';
  }
  if (job.isLong === true) await queue.runNow(caller.guildId, () => responder.defer());
  const begin = () => runToFirstAnswer(job, caller, parts);
  const work = job.urgent ? queue.runNow(caller.guildId, begin) : queue.run(caller.guildId, begin);
  await keepWaiting(work, job, parts);
  const prepared = await work;
  if (prepared.kind === 'form') await responder.open(prepared.form.modal);
  else await showReply(prepared, job, parts);
  return responder.state === 'lost' ? 'unanswered' : 'ok';
}

/**
 * True once Discord accepted it. A retry that came too late doesn't count: whose response was
 * accepted is unknown. A person who may still be waiting is told that no reply comes.
 */
async function acknowledge(
  job: Job,
  caller: CallerBase,
  { responder, handle, queue, log }: JobParts,
): Promise<boolean> {
  const deferral = await queue.runNow(caller.guildId, () => responder.defer());
  if (deferral === 'delivered') return true;
  log.warn({ interaction: handle.id, job: job.name, deferral }, 'not acknowledged, so not run');
  await responder.fail({ content: notAcknowledged() }).catch(() => undefined);
  return false;
}

/** Tells Discord in time that a reply will come, if that is still open. */
async function keepWaiting(
  work: Promise<PreparedAnswer>,
  job: Job,
  parts: JobParts,
): Promise<void> {
  const { responder, handle } = parts;
  if (job.opensModal) await inTimeForForm(work, parts);
  else if (responder.state === 'silent') {
    if (!(await settlesWithin(untilAge(DEFER_AFTER_MS, handle), work))) await responder.defer();
  }
}

function untilAge(ms: number, { receivedAt }: InteractionHandle): number {
  return Math.max(0, receivedAt + ms - Date.now());
}

/**
 * True in one process only. If the store doesn't answer, nothing runs. A power cut may lose the
 * claim, but by the next start Discord no longer accepts acknowledgements for earlier interactions.
 */
async function claim({ store, handle, onError }: JobParts): Promise<boolean> {
  const asked = store.claim(`interaction:${handle.id}`, CLAIM_TTL_MS).catch((error: unknown) => {
    onError('claim of an interaction failed', error);
    return null;
  });
  const won = await withFallback(CLAIM_WITHIN_MS, asked, null);
  if (won === null) throw new UserError(notRecordedWords);
  return won;
}

/** Everything up to the first thing to show. */
async function runToFirstAnswer(
  job: Job,
  caller: CallerBase,
  parts: JobParts,
): Promise<PreparedAnswer> {
  const context = await parts.contextFor({ ...caller, isPrivate: job.ephemeral }, job.writes);
  // Before the access check, whose refusal would be recorded together with the text.
  refuseKeyIn(job.written, context);
  const { access } = job;
  if (access !== 'anyone' && !mayUse(access, caller.member, context.settings.roles)) {
    throw new AccessDenied(access === 'admin' ? 'not-admin' : 'not-allowed', accessRefused(access));
  }
  try {
    refuseLate({ id: parts.handle.id, job, member: caller.member }, parts.log);
    return await firstOf(job, context);
  } catch (error) {
    throw await withButtons(error, job, context);
  }
}

async function firstOf(job: Job, context: Context): Promise<PreparedAnswer> {
  const returned = await job.run(context);
  if ('modal' in returned) {
    if (!job.opensModal) throw new Error(`${job.name} opened a form without declaring it`);
    return { kind: 'form', form: returned };
  }
  if (!(Symbol.asyncIterator in returned)) {
    return { kind: 'reply', reply: await withTryAgain(returned, job, context), rest: null };
  }
  const rest = statesOf(returned, job, context);
  const first = await rest.next();
  if (first.done === true) throw new Error(`${job.name} ended without a reply`);
  return { kind: 'reply', reply: first.value, rest };
}

/** One part may have failed although the others arrived. */
async function withTryAgain(
  { failure, ...reply }: Reply,
  { buttonsUnder }: Job,
  context: Context,
): Promise<Reply> {
  if (failure === undefined || buttonsUnder === undefined) return reply;
  const made = await toResult(buttonsUnder(failure, context));
  return made.ok ? { ...reply, components: [...(reply.components ?? []), ...made.value] } : reply;
}

/** A later state may fail just as the first may. */
async function* statesOf(states: AsyncIterable<Reply>, job: Job, context: Context) {
  try {
    yield* states;
  } catch (error) {
    throw await withButtons(error, job, context);
  }
}

/** Adds buttons for what can be done about a failure; leaves it as it is if they can't be made. */
async function withButtons(
  error: unknown,
  { buttonsUnder }: Job,
  context: Context,
): Promise<unknown> {
  if (error instanceof WithButtons) return error;
  if (error instanceof NotConnected)
    return isAdmin(context.member) ? new WithButtons(connectButton(), { cause: error }) : error;
  const made = buttonsUnder && (await toResult(buttonsUnder(error, context)));
  return made?.ok === true && made.value.length > 0
    ? new WithButtons(made.value, { cause: error })
    : error;
}

async function inTimeForForm(work: Promise<PreparedAnswer>, parts: JobParts): Promise<void> {
  if (await settlesWithin(untilAge(FORM_WITHIN_MS, parts.handle), work)) return;
  // Lets the work run on, but nobody waits for it.
  work.catch((error: unknown) => {
    parts.log.warn({ err: error }, 'failed after its form was given up');
  });
  throw new UserError(formTooLateWords);
}
