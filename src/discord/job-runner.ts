import {
  ApplicationCommandType,
  InteractionType,
  type APIInteraction,
} from 'discord-api-types/v10';
import { expiredCard, guildsOnly, unknownCommand } from '../views/router-sentences.js';
import { callerOf } from './caller.js';
import { describeError, reportFailure } from './failure-report.js';
import type { InteractionRecord, Recorder } from './interaction-record.js';
import { actionJob, commandJob, refusal, type Job } from './job.js';
import { performJob } from './perform-job.js';
import { createResponder } from './responder.js';
import type { RouterParts } from './router-parts.js';

/** What runs something: a command, a click, a selection, a submitted form. */
export type RunnableInteraction = Exclude<
  APIInteraction,
  { type: InteractionType.Ping | InteractionType.ApplicationCommandAutocomplete }
>;

export interface Arrival {
  readonly interaction: RunnableInteraction;
  /** `Date.now()` at its arrival. */
  readonly receivedAt: number;
  /** The first state of a read is shown, and more will come for as long as it takes. */
  readonly onFollowed: () => void;
}

interface House {
  readonly record: Recorder;
  readonly isStopping: () => boolean;
}

/** Runs one job, tells its failure, and records how it went. */
export function createJobRunner(parts: RouterParts, { record, isStopping }: House) {
  return async ({ interaction, receivedAt, onFollowed }: Arrival): Promise<void> => {
    const job = jobFor(interaction, parts);
    const caller = callerOf(interaction);
    const { id, application_id: applicationId, token } = interaction;
    const handle = { id, applicationId, token, receivedAt };
    const channelId = interaction.channel?.id ?? '';
    const responder = createResponder({ ...job, handle, channelId }, parts);
    const done = (result: InteractionRecord['result'], cause?: object): void => {
      const { firstResponseMs } = responder;
      const totalMs = Date.now() - receivedAt;
      record(
        interaction,
        { name: job.name, kind: kindOf(interaction), result, firstResponseMs, totalMs },
        cause,
      );
    };
    try {
      done(await performJob(job, { ...parts, handle, responder, caller, isStopping, onFollowed }));
    } catch (error) {
      const { reply, result, incident } = reportFailure(error, parts.explainFailure);
      const unsaid = await responder.fail(reply).then(() => undefined, describeError);
      done(result, {
        ...(result === 'refused' ? {} : { err: describeError(error) }),
        ...(incident === undefined ? {} : { incident }),
        ...(unsaid === undefined ? {} : { unsaid }),
      });
    }
  };
}

function kindOf({ type }: RunnableInteraction): InteractionRecord['kind'] {
  if (type === InteractionType.ApplicationCommand) return 'command';
  return type === InteractionType.ModalSubmit ? 'form' : 'click';
}

/** What is none of ours still gets a job: one that says so. */
function jobFor(interaction: RunnableInteraction, { catalogue }: RouterParts): Job {
  if (interaction.guild_id === undefined) return refusal(guildsOnly());
  if (interaction.type !== InteractionType.ApplicationCommand) {
    return actionJob(interaction, catalogue.action) ?? refusal(expiredCard());
  }
  const { data } = interaction;
  const job =
    data.type === ApplicationCommandType.ChatInput ? commandJob(data, catalogue.command) : null;
  return job ?? refusal(unknownCommand());
}
