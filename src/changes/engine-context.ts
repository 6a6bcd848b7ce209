import type { Member } from '../domain/guild/access.js';
import type { Clock } from '../domain/time/clock.js';
import type { Guilds } from '../guilds/guilds.js';
import type { PostedMessage, ShownMessage } from '../domain/messages/reply.js';
import type { PoolClient } from '../pool-api/client.js';
import type { Outcomes } from './outcomes.js';
import type { Cards } from './posts/cards.js';
import type { ChangeKind } from './kinds/kind.js';
import type { Refusals } from './refusals.js';
import type { Settled } from './trail/settled.js';
import type { Trail } from './trail/trail.js';
import type { Witnesses } from './trail/witnesses.js';

/** What every part of the engine works with. */
export interface EngineContext {
  readonly trail: Trail;
  readonly settled: Settled;
  readonly cards: Cards;
  readonly outcomes: Outcomes;
  readonly refusals: Refusals;
  readonly guilds: Guilds;
  readonly clock: Clock;
  /** The guild's workspace; throws a UserError while no key is connected. */
  readonly poolFor: (guildId: string) => Promise<PoolClient>;
  readonly witnesses: Witnesses;
  /** Life of an unconfirmed change, where its server sets no other. */
  readonly expiryMs: number;
  /** A change whose process said nothing for this long was left behind by it. */
  readonly answerWithinMs: number;
  readonly kindOf: (name: string) => ChangeKind;
  /** What went wrong without a person to tell. */
  readonly onError: (what: string, error: unknown) => void;
}

/** Who clicked what. */
export interface Click {
  readonly guildId: string;
  /** As it came; empty = what is done is about no change. */
  readonly changeId: string;
  readonly member: Member;
  /** The card that was clicked on, where everybody sees it. */
  readonly on?: PostedMessage | undefined;
  /** What it showed when it was clicked, also where one person alone sees it. */
  readonly shown?: ShownMessage | undefined;
}
