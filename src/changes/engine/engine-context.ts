import type { Expiry } from '../../domain/changes/expiry.js';
import type { AgeOf } from '../../domain/time/ages.js';
import type { Clock } from '../../domain/time/clock.js';
import type { Uptime } from '../../domain/time/uptime.js';
import type { Guilds } from '../../guilds/guilds.js';
import type { OpenedPool } from '../../pool-api/opened-pool.js';
import type { Cards } from '../posts/cards/cards.js';
import type { Refusals } from './refused-attempts.js';
import type { ReconciledNotes } from '../trail/reconciled-up-to.js';
import type { Trail } from '../trail/trail.js';
import type { RestoreDetector } from '../trail/restore-detector.js';

/** What every part of the change engine works with. */
export interface EngineContext {
  readonly trail: Trail;
  readonly reconciled: ReconciledNotes;
  readonly cards: Cards;
  readonly refusals: Refusals;
  readonly guilds: Guilds;
  readonly clock: Clock;
  readonly uptime: Uptime;
  /** Whatever was long ago when it is first asked for is told by the wall clock. */
  readonly ageOf: AgeOf;
  readonly expiry: Expiry;
  /** The client for the guild's workspace; throws a UserError while no key is connected. */
  readonly openPool: (guildId: string) => Promise<OpenedPool>;
  /**
   * Which of the bot's memberships of the guild this is, counted by this process; null if it knows
   * that the bot is out.
   */
  readonly membershipOf: (guildId: string) => number | null;
  readonly restoreDetector: RestoreDetector;
  /** How long an unconfirmed change lives unless its server sets a time. */
  readonly expiryMs: number;
  /** After this long without a word from its process, a change counts as abandoned. */
  readonly answerWithinMs: number;
  /** Errors that no user is waiting to hear about. */
  readonly onError: (what: string, error: unknown) => void;
}
