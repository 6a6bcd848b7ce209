import type { Member } from '../domain/access.js';
import type { Clock } from '../domain/clock.js';
import { oneLine } from '../views/text.js';
import { personOf } from './change.js';
import { REFUSALS_KNOWN_MS, type Ledger } from './ledger.js';
import type { Trail } from './trail.js';

/**
 * Who was refused what is entered, but not without end: somebody who clicks all day must not
 * grow the trail, nor bury in it what matters. The bounds are read off the trail itself, so they
 * hold over all processes and restarts. The entry that reaches one says that it is the last for
 * now; who was refused after it is in the log alone.
 */
export const MOST_REFUSALS = { ofOnePerson: 20, inOneServer: 200 };
const HOUR = 3_600_000;

export interface Refused {
  readonly guildId: string;
  readonly member: Member;
  /** As it came; empty = it was about no change. */
  readonly changeId: string;
  /** The step, or what was typed or clicked. Untrusted text. */
  readonly attempt: string;
  readonly why: string;
}

export async function enterRefusal(
  { trail, clock }: { readonly trail: Trail; readonly clock: Clock },
  { guildId, member, changeId, attempt, why }: Refused,
): Promise<void> {
  await trail.record(guildId, (now) => {
    const room = roomFor(now, member.userId, clock.now());
    if (room <= 0) return null;
    return {
      step: 'refused',
      change: oneLine(changeId, 40),
      actor: personOf(member),
      details: { attempt: oneLine(attempt, 200), why, ...lastIf(room === 1) },
    };
  });
}

const lastIf = (is: boolean): { isLast?: true } => (is ? { isLast: true } : {});

/** How many refusals of this person may still be entered now. */
function roomFor({ refused }: Ledger, userId: string, now: number): number {
  const inDay = refused.filter(({ at }) => now - at < REFUSALS_KNOWN_MS);
  const own = inDay.filter(({ by, at }) => by === userId && now - at < HOUR);
  const { ofOnePerson, inOneServer } = MOST_REFUSALS;
  return Math.min(ofOnePerson - own.length, inOneServer - inDay.length);
}
