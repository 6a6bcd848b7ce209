import type { APIInteraction } from 'discord-api-types/v10';
import type { Logger } from 'pino';

/** What is recorded of one interaction: a log line and a count, never its content. */
export interface InteractionRecord {
  /** The command's path or the action's kind; `unknown` if it is none of ours. */
  readonly name: string;
  readonly kind: 'command' | 'click' | 'form' | 'autocomplete' | 'other';
  readonly result:
    | 'ok'
    /** The person was told why not: access, options, state. */
    | 'refused'
    | 'pool-failed'
    /** The store did not answer, or the action was done but could not be recorded. */
    | 'store-failed'
    | 'incident'
    /**
     * Discord no longer accepted an answer, or somebody else gave it; writes did not run. Or Discord
     * didn't take the answer itself (`err`), after all was done.
     */
    | 'unanswered'
    /** Another process has claimed it. */
    | 'duplicate';
  /** From arrival to the first response that Discord accepted; null if there was none. */
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
  /** The reason, for the log only. */
  cause?: object,
) => void;

/** The one place that logs and counts interactions. */
export function createRecorder(log: Logger, metrics: InteractionMetrics): Recorder {
  return (interaction, record, cause) => {
    metrics.interaction(record);
    const line = {
      ...record,
      guild: interaction.guild_id,
      // An unreadable interaction may have no user.
      user: interaction.member?.user?.id,
      interaction: interaction.id,
      ...cause,
    };
    if (record.result === 'incident') log.error(line, 'interaction');
    else if (record.kind === 'autocomplete') log.debug(line, 'interaction');
    else log.info(line, 'interaction');
  };
}
