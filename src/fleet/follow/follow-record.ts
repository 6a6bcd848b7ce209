import { z } from 'zod';
import type { Result } from '../../domain/errors/result.js';
import { toDecimal } from '../../domain/numbers/numeric.js';
import type { Read } from '../../pool-api/client.js';
import type { FleetAction } from '../../pool-api/resources.js';
import { summarizeAction } from '../../views/fleet/fleet-action-figures.js';
import type { ShownFollow, FollowEnd } from '../../views/fleet/follow.js';
import { MINUTE_MS, SECOND_MS, HOUR_MS } from '../../domain/time/units.js';

const counts = z.object({
  most: z.array(z.object({ word: z.string(), miners: z.number(), first: z.array(z.string()) })),
  words: z.number(),
});
export const storedFollow = z.object({
  id: z.string(),
  guildId: z.string(),
  actionId: z.string(),
  siteName: z.string().optional(),
  requesterId: z.string(),
  /** When the key that it began with was connected. Earlier versions didn't note it. */
  connectedAt: z.number().optional(),
  until: z.number(),
  startedAt: z.number(),
  /**
   * A poll first moves it on by compare and set, so that only one of several processes polls, and
   * whatever a killed process had taken becomes due again.
   */
  nextPollAt: z.number(),
  /** When the message was last edited. */
  shownAt: z.number(),
  silentSince: z.number().optional(),
  /** How often its channel has refused an edit in a row. */
  refusals: z.number().optional(),
  stoppedBy: z.string().optional(),
  /** The guild's key was deleted, so the pool is no longer asked. */
  isDisconnected: z.boolean().optional(),
  /** Unknown until it is posted: the record is stored before its message is seen. */
  place: z.object({ channelId: z.string(), messageId: z.string() }).optional(),
  figures: z.object({
    action: z.record(z.string(), z.unknown()),
    statuses: counts,
    failures: counts,
    readAt: z.number(),
  }),
});

/**
 * One message that follows one fleet action, as stored; what is shown of it has the types that views
 * know. Times in ms.
 */
export interface FollowRecord
  extends ShownFollow, Readonly<Omit<z.output<typeof storedFollow>, keyof ShownFollow>> {}

export type ActionRead = Result<Read<FleetAction>>;

/** The figures of this read; if it failed, the previous ones and since when they are stale. */
export function figuresAfter(
  { figures, silentSince }: Pick<ShownFollow, 'figures' | 'silentSince'>,
  read: ActionRead,
  now: number,
): Pick<ShownFollow, 'figures' | 'silentSince'> {
  if (read.ok) return { figures: summarizeAction(read.value) };
  return { figures, silentSince: silentSince ?? now };
}

/** Why the follow ends; null while it goes on. */
export function endAfter(
  { stoppedBy, until }: Pick<FollowRecord, 'stoppedBy' | 'until'>,
  read: ActionRead,
  now: number,
): FollowEnd | null {
  if (stoppedBy !== undefined) return { kind: 'stopped', byUserId: stoppedBy };
  if (read.ok && hasEnded(read.value.value)) return { kind: 'ended' };
  return now >= until ? { kind: 'time-up' } : null;
}

/** Whether every miner has ended: by the pool's own counts, of a total above zero. */
export function hasEnded(action: FleetAction): boolean {
  const [total, succeeded, failed] = [
    action.total_miners,
    action.success_miners,
    action.error_miners,
  ].map((count) => toDecimal(count));
  if (!total || !succeeded || !failed) return false;
  return total.greaterThan(0) && succeeded.plus(failed).greaterThanOrEqualTo(total);
}

/** Time to the next poll, in ms: an action that takes hours is polled less often. */
export function pauseAfter(followedMs: number): number {
  if (followedMs < 15 * MINUTE_MS) return 5 * SECOND_MS;
  return followedMs < HOUR_MS ? 15 * SECOND_MS : MINUTE_MS;
}

/** A message not posted by then never will be: its process died, or Discord refused it. */
export const UNPOSTED_MS = MINUTE_MS;
