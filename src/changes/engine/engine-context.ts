import type { OpenedPool } from '../../pool-api/opened-pool.js';
import type { Cards } from '../posts/cards/cards.js';
import type { SharedParts } from '../shared-parts.js';
import type { ReconciledNotes } from '../trail/reconciled-up-to.js';
import type { Refusals } from './refused-attempts.js';

/** What steps, settings and the reconciler work with. */
export interface EngineContext extends SharedParts {
  readonly reconciled: ReconciledNotes;
  readonly cards: Cards;
  readonly refusals: Refusals;
  /** The client for the guild's workspace; throws a UserError while no key is connected. */
  readonly openPool: (guildId: string) => Promise<OpenedPool>;
  /**
   * Which of the bot's memberships of the guild this is, counted by this process; null if it knows
   * that the bot is out.
   */
  readonly membershipOf: (guildId: string) => number | null;
  /** How long an unconfirmed change lives unless its server sets a time. */
  readonly expiryMs: number;
  /**
   * After this long without a word from its process, a change counts as abandoned. Longer than the
   * pool client can take for one write.
   */
  readonly answerWithinMs: number;
}
