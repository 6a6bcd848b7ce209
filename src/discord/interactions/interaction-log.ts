import type { APIInteraction } from 'discord-api-types/v10';
import type { Logger } from 'pino';

/** What is kept of one interaction: a line in the log and a count, never its content. */
export interface InteractionRecord {
  /** The command's path or the action's kind; `unknown` when it is none of ours. */
  readonly name: string;
  readonly kind: 'command' | 'click' | 'form' | 'autocomplete' | 'other';
  readonly result:
    | 'ok'
    /** Told in words why not: access, options, state. */
    | 'refused'
    | 'pool-failed'
    /** The store did not answer; or it was done, and cannot be noted. */
    | 'store-failed'
    | 'incident'
    /** Discord no longer took an answer, or somebody else gave it; what writes was not run. */
    | 'unanswered'
    /** Another process has claimed it. */
    | 'duplicate';
  /** From arrival to the first response that Discord took; null when there was none. */
  readonly firstResponseMs: number | null;
  readonly totalMs: number;
}

/** The small port through which interactions are counted. */
export interface InteractionMetrics {
  interaction(record: InteractionRecord): void;
}

export type Recorder = (
  interaction: APIInteraction,
  record: InteractionRecord,
  /** Why, for the log alone. */
  cause?: object,
) => void;

/** The one place that logs and counts interactions. */
export function createRecorder(log: Logger, metrics: InteractionMetrics): Recorder {
  return (interaction, record, cause) => {
    metrics.interaction(record);
    const line = {
      ...record,
      guild: interaction.guild_id,
      // Of one that cannot be read there may be none.
      user: interaction.member?.user?.id,
      interaction: interaction.id,
      ...cause,
    };
    if (record.result === 'incident') log.error(line, 'interaction');
    else if (record.kind === 'autocomplete') log.debug(line, 'interaction');
    else log.info(line, 'interaction');
  };
}
