import type { Answer, Context } from '../../command.js';
import type { AccessLevel } from '../../domain/guild/access.js';
import type { Modal } from '../../domain/messages/reply.js';
import type { ButtonRow } from '../../views/kit/buttons.js';

/** One thing to run for one interaction, with all that is fixed before it runs. */
export interface Job {
  /** For log and counts: the command's path or the action's kind, never what a person sent. */
  readonly name: string;
  readonly access: AccessLevel | 'anyone';
  readonly writes: boolean;
  readonly opensModal: boolean;
  /** Stands in no line. */
  readonly urgent: boolean;
  readonly shows: 'new' | 'update';
  readonly ephemeral: boolean;
  /** What a person wrote or chose: all of it may be kept, posted or sent. */
  readonly written: readonly string[];
  /** The message clicked on. */
  readonly messageId?: string;
  /** Thrown in place of running anything. */
  readonly refused?: Error;
  /** What can be done about its failure. */
  readonly buttonsUnder?: (error: unknown, context: Context) => Promise<ButtonRow[]>;
  /** Throws a `UserError` for what cannot be parsed. */
  run(context: Context): Promise<Answer | Modal> | Answer | Modal;
}

/** For what is none of ours, came from where nothing may run, or cannot be read. */
export function rejectionJob(refused: Error): Job {
  return {
    name: 'unknown',
    access: 'anyone',
    writes: false,
    opensModal: false,
    urgent: false,
    written: [],
    shows: 'new',
    ephemeral: true,
    refused,
    run() {
      throw refused;
    },
  };
}

/** The texts at any depth. Of what only reads too: a filter is shown in titles and remembered. */
export function writtenIn(given: unknown): readonly string[] {
  if (typeof given === 'string') return [given];
  return typeof given === 'object' && given !== null ? Object.values(given).flatMap(writtenIn) : [];
}
