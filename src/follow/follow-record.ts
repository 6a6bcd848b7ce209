import type { APIEmbed } from 'discord-api-types/v10';
import { toDecimal } from '../domain/numeric.js';
import type { PostedMessage } from '../domain/messages/reply.js';
import type { FleetAction } from '../pool-api/resources.js';

/** One message that is kept up with one fleet action, as it lies in the store. Times in ms. */
export interface FollowRecord {
  readonly id: string;
  readonly guildId: string;
  /** Unknown until it is posted: the following is in the store before its message is seen. */
  readonly place?: PostedMessage;
  /** As the pool was asked for it. */
  readonly actionId: string;
  readonly requesterId: string;
  readonly startedAt: number;
  /** When it ends, whatever the action does. */
  readonly until: number;
  /**
   * Not to be looked at before. Whoever looks moves it on first, by compare and set: so of
   * several processes one looks, and what a killed one had taken comes back by itself.
   */
  readonly nextLookAt: number;
  /** The figures as they were last read. */
  readonly embed: APIEmbed;
  /** When the message was last edited. */
  readonly shownAt: number;
  /** Since when the pool gives no answer, and why in words. */
  readonly trouble?: { readonly since: number; readonly sentence: string };
  /** Somebody pressed stop. */
  readonly stoppedBy?: string;
  /** The guild's key was deleted: the pool is not asked any more. */
  readonly isDisconnected?: boolean;
}

/** Every miner has ended: by the pool's own counts, of a total above nothing. */
export function hasEnded(action: FleetAction): boolean {
  const [total, succeeded, failed] = [
    action.total_miners,
    action.success_miners,
    action.error_miners,
  ].map((count) => (count === null || count === undefined ? null : toDecimal(count)));
  if (!total || !succeeded || !failed) return false;
  return total.greaterThan(0) && succeeded.plus(failed).greaterThanOrEqualTo(total);
}

const MINUTE = 60_000;

/** Every 5 s at first; an action that takes hours is looked at less often. */
export function pauseAfter(followedMs: number): number {
  if (followedMs < 15 * MINUTE) return 5_000;
  return followedMs < 60 * MINUTE ? 15_000 : MINUTE;
}

/** A message that does not stand by then never will: its process died, or Discord refused it. */
export const UNPOSTED_MS = MINUTE;
