import type { Logger } from 'pino';
import type { Caller, Context } from '../../command.js';
import type { Reply } from '../../domain/messages/reply.js';
import type { Store } from '../../store/store.js';
import type { AccessDenied } from '../../domain/errors/user-errors.js';
import type { Channels } from '../../domain/messages/channels-port.js';
import type { CallerBase } from './caller.js';
import type { Registry } from './registry.js';
import type { InteractionMetrics } from './interaction-log.js';
import type { InteractionRest } from '../rest/interaction-rest.js';

export interface TurnedAwayAttempt {
  /** The command or custom id as received: untrusted. */
  readonly tried: string;
  readonly why: AccessDenied['why'];
}

export interface RouterParts {
  readonly registry: Registry;
  /** What `isWriting` saves nothing that was asked for before a removal of the bot. */
  readonly contextFor: (caller: Caller, isWriting?: boolean) => Promise<Context>;
  /** Explains it in words, or returns null if it is a bug. */
  readonly explainFailure: (error: unknown) => Reply | null;
  readonly rest: InteractionRest;
  /** For answers that outlive their interaction's token. */
  readonly channels: Pick<Channels, 'edit'>;
  /** Somebody tried more than reading and was refused. Need not be quick. */
  readonly onTurnedAway: (caller: CallerBase, attempt: TurnedAwayAttempt) => Promise<void>;
  readonly store: Pick<Store, 'claim'>;
  readonly log: Logger;
  /** For failures that may hit every interaction: logged at growing intervals, not each time. */
  readonly onError: (what: string, error: unknown) => void;
  readonly metrics: InteractionMetrics;
}
