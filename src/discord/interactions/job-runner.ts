import {
  ApplicationCommandType,
  InteractionType,
  type APIInteraction,
} from 'discord-api-types/v10';
import {
  expiredCard,
  guildsOnlyWords,
  tooManyAtOnceWords,
  outdatedCommandListWords,
  unknownInteractionWords,
} from '../../views/errors/router-sentences.js';
import { AccessDenied, UserError } from '../../domain/errors/user-errors.js';
import { toResult } from '../../domain/errors/result.js';
import { withFallback } from '../../domain/async/timeout.js';
import { callerOf, interactionChannelId, type CallerBase } from './caller.js';
import { inShort, replyToError } from '../error-reply.js';
import { createGuildQueue } from '../throttling/guild-queue.js';
import type { InteractionRecord, Recorder } from './interaction-log.js';
import { commandValues } from '../options/interaction-values.js';
import { actionJob } from './action-job.js';
import { commandJob } from './command-job.js';
import { refusalJob, type Job } from './job.js';
import { tryAgainJob } from './try-again.js';
import { performJob } from './perform-job.js';
import { createPersonLimit, MAX_PER_PERSON } from '../throttling/person-limit.js';
import { createResponder } from './responder.js';
import type { RouterParts } from './router-parts.js';
import { SECOND_MS } from '../../domain/time/units.js';

/** An interaction that runs something: a command, a click, a selection, a submitted form. */
export type RunnableInteraction = Exclude<
  APIInteraction,
  { type: InteractionType.Ping | InteractionType.ApplicationCommandAutocomplete }
>;

export interface Arrival {
  readonly interaction: RunnableInteraction;
  /** `Date.now()` on arrival. */
  readonly receivedAt: number;
  /** Called when the first state of a read is shown and more will follow for as long as it runs. */
  readonly onFollowed: () => void;
}

interface AttemptedJob {
  readonly job: Job;
  /** Null outside a guild, and for an unreadable interaction. */
  readonly caller: CallerBase | null;
  readonly interaction: RunnableInteraction;
}

const ENTER_WITHIN_MS = SECOND_MS;
/** Per server. */
const AT_ONCE = 8;
/**
 * Slower jobs are waiting for somebody else, such as the pool; a silent pool must not hold up
 * `/changes freeze`.
 */
const MAKES_WAY_AFTER_MS = SECOND_MS;

interface RunnerParts {
  readonly record: Recorder;
  readonly isStopping: () => boolean;
}

/** Runs one job, reports its failure and records the outcome. */
export function createJobRunner(parts: RouterParts, { record, isStopping }: RunnerParts) {
  const queue = createGuildQueue({ atOnce: AT_ONCE, makesWayAfterMs: MAKES_WAY_AFTER_MS });
  const people = createPersonLimit();
  // Separate, so that somebody whose clicks all wait for a silent pool can still stop everything.
  const urgentPeople = createPersonLimit();
  const { store, contextFor, log, onError } = parts;
  const shared = { store, contextFor, log, onError, queue, isStopping };
  async function run({ interaction, receivedAt, onFollowed }: Arrival): Promise<void> {
    const { job, caller } = readInteraction(interaction, parts);
    const { id, application_id: applicationId, token, guild_id: guildId } = interaction;
    const channelId = interactionChannelId(interaction);
    const handle = { id, applicationId, token, guildId, channelId, receivedAt };
    const responder = createResponder({ ...job, handle, channelId: channelId ?? '' }, parts);
    const done = (result: InteractionRecord['result'], cause?: object): void => {
      const { firstResponseMs } = responder;
      const totalMs = Date.now() - receivedAt;
      record(
        interaction,
        { name: job.name, kind: kindOf(interaction), result, firstResponseMs, totalMs },
        cause,
      );
    };
    const limit = job.urgent ? urgentPeople : people;
    const leave = caller === null ? null : limit.enter(caller.guildId, caller.member.userId);
    try {
      if (caller !== null && leave === null)
        throw new UserError(tooManyAtOnceWords(MAX_PER_PERSON));
      const result = await performJob(job, {
        ...shared,
        handle,
        responder,
        caller,
        onFollowed() {
          leave?.();
          if (!job.writes) onFollowed();
        },
      });
      done(result);
    } catch (error) {
      await tellOfAttempt(error, { job, caller, interaction }, parts);
      const { reply, result, incident } = replyToError(error, parts.explainFailure, job.writes);
      const said = await toResult(responder.fail(reply));
      done(result, {
        ...(result === 'refused' ? {} : { err: result === 'incident' ? error : inShort(error) }),
        ...(incident === undefined ? {} : { incident }),
        ...(said.ok ? {} : { unsaid: said.error }),
      });
    } finally {
      leave?.();
    }
  }

  return { run, waiting: () => queue.waiting() };
}

/** An unreadable interaction gets a job too: one that fails and is reported like any other. */
function readInteraction(
  interaction: RunnableInteraction,
  parts: RouterParts,
): Pick<AttemptedJob, 'job' | 'caller'> {
  try {
    return { job: jobFor(interaction, parts), caller: callerOf(interaction) };
  } catch (error) {
    const cause = new Error('an interaction that cannot be read', { cause: error });
    return { job: refusalJob(cause), caller: null };
  }
}

/**
 * Records in the trail, before they are told, that somebody was refused more than reading. A slow
 * or unavailable trail delays no answer.
 */
async function tellOfAttempt(
  error: unknown,
  { job, caller, interaction }: AttemptedJob,
  { onTurnedAway, onError }: RouterParts,
): Promise<void> {
  if (!(error instanceof AccessDenied) || caller === null || job.access === 'viewer') return;
  const attempt = { tried: triedBy(interaction), why: error.why };
  const entering = toResult(onTurnedAway(caller, attempt));
  const entered = await withFallback(ENTER_WITHIN_MS, entering, {
    ok: false,
    error: 'no answer yet',
  });
  if (entered.ok) return;
  onError('a refused attempt may not be in the trail', entered.error);
}

/** The command as typed, or the custom id as received; never the contents of a form. */
function triedBy(interaction: RunnableInteraction): string {
  const { data } = interaction;
  if ('custom_id' in data) return data.custom_id;
  if (data.type !== ApplicationCommandType.ChatInput) return data.name;
  const { path, values } = commandValues(data);
  const options = Object.entries(values).map(([name, value]) => ` ${name}:${String(value)}`);
  return `/${path}${options.join('')}`;
}

function kindOf({ type }: RunnableInteraction): InteractionRecord['kind'] {
  return KINDS.get(type) ?? 'other';
}

/** Discord adds types, so there may be more than are declared. */
const KINDS: ReadonlyMap<InteractionType, InteractionRecord['kind']> = new Map([
  [InteractionType.ApplicationCommand, 'command'],
  [InteractionType.MessageComponent, 'click'],
  [InteractionType.ModalSubmit, 'form'],
]);

/** An interaction that is none of ours still gets a job: one that says so. */
function jobFor(interaction: RunnableInteraction, { registry }: RouterParts): Job {
  if (interaction.guild_id === undefined) return refusalJob(new UserError(guildsOnlyWords));
  if (!KINDS.has(interaction.type)) return refusalJob(new UserError(unknownInteractionWords));
  if (interaction.type !== InteractionType.ApplicationCommand) {
    return (
      actionJob(interaction, registry.action) ??
      tryAgainJob(interaction, registry.command) ??
      refusalJob(new AccessDenied('unknown-id', expiredCard()))
    );
  }
  const { data } = interaction;
  const job =
    data.type === ApplicationCommandType.ChatInput ? commandJob(data, registry.command) : null;
  return job ?? refusalJob(new UserError(outdatedCommandListWords));
}
