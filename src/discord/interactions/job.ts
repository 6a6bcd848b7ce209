import type { Replies, Context } from '../../command.js';
import { SecretTyped } from '../../domain/errors/user-errors.js';
import { holdsPrivateKey } from '../../domain/payment-settings/private-keys.js';
import { holdsKeyWords, holdsPrivateKeyWords } from '../../views/errors/router-sentences.js';
import type { AccessLevel } from '../../domain/guild/access-levels.js';
import type { Modal } from '../../domain/messages/reply.js';
import type { ButtonRow } from '../../views/kit/buttons.js';

/** One thing to run for one interaction, with everything fixed before it runs. */
export interface Job {
  /** For logs and metrics: the command's path or the action's kind, never what a person sent. */
  readonly name: string;
  readonly access: AccessLevel | 'anyone';
  readonly writes: boolean;
  /** As in `Command`. */
  readonly isLong?: boolean;
  readonly opensModal: boolean;
  /** Skips the server's queue. */
  readonly urgent: boolean;
  readonly shows: 'new' | 'update';
  readonly ephemeral: boolean;
  /** What a person wrote or chose, all of which may be stored, posted or sent. */
  readonly written: readonly string[];
  /** The message that was clicked. */
  readonly messageId?: string;
  /** Thrown instead of running anything. */
  readonly refused?: Error;
  /** Buttons for what can be done about its failure. */
  readonly buttonsUnder?: (error: unknown, context: Context) => Promise<ButtonRow[]>;
  /** Throws a `UserError` for what cannot be parsed. */
  run(context: Context): Promise<Replies | Modal> | Replies | Modal;
}

/** For interactions that are none of ours, come from where nothing may run, or are unreadable. */
export function refusalJob(refused: Error): Job {
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

/**
 * The server's API key or anybody's private key. Before anything else is done with them, because a
 * refusal may be recorded together with them.
 */
export function refuseKeyIn(texts: readonly string[], context: Context): void {
  if (texts.some((text) => context.holdsKey(text))) throw new SecretTyped(holdsKeyWords);
  if (texts.some(holdsPrivateKey)) throw new SecretTyped(holdsPrivateKeyWords);
}

/** All texts, at any depth. Reads count too: their filters appear in titles and are remembered. */
export function writtenIn(given: unknown): readonly string[] {
  if (typeof given === 'string') return [given];
  return typeof given === 'object' && given !== null ? Object.values(given).flatMap(writtenIn) : [];
}
