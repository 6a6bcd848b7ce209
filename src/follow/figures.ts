import type { Result } from '../domain/errors/result.js';
import type { Read } from '../pool-api/client.js';
import type { FleetAction } from '../pool-api/resources.js';
import { failureSentence } from '../views/errors/failures.js';
import { fleetActionEmbed } from '../views/fleet/fleet-action.js';
import type { FollowEnd } from '../views/fleet/follow.js';
import { hasEnded, type FollowRecord } from './follow-record.js';

/** What every look does with what it read, on a message that all see or one person alone. */

type ActionRead = Result<Read<FleetAction>>;

/** As they stand on a message, and since when they are old. */
export type Figures = Pick<FollowRecord, 'embed' | 'trouble'>;

/** The figures anew; where the pool gave none, those there were and since when. */
export function figuresAfter({ embed, trouble }: Figures, read: ActionRead, now: number): Figures {
  if (read.ok) return { embed: fleetActionEmbed(read.value) };
  const since = trouble?.since ?? now;
  return { embed, trouble: { since, sentence: failureSentence(read.error) } };
}

/** Why nothing more is to come; null while something is. */
export function endAfter(
  { stoppedBy, until }: Pick<FollowRecord, 'stoppedBy' | 'until'>,
  read: ActionRead,
  now: number,
): FollowEnd | null {
  if (stoppedBy !== undefined) return { kind: 'stopped', byUserId: stoppedBy };
  if (read.ok && hasEnded(read.value.value)) return { kind: 'ended' };
  return now >= until ? { kind: 'time-up' } : null;
}
