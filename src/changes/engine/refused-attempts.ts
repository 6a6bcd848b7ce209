import type { Member } from '../../domain/guild/access-levels.js';
import { personOf } from '../../domain/changes/change.js';
import { REFUSALS_KNOWN_MS, type ChangesState } from '../../domain/changes/state/state.js';
import type { SharedParts } from '../shared-parts.js';
import { oneLine } from '../../domain/names/one-line.js';
import { HOUR_MS } from '../../domain/time/units.js';

/**
 * Limits refusal entries per person, so that nobody can fill the trail by clicking all day. The
 * count comes from the trail, so it holds over all processes and restarts. The entry that reaches
 * the limit says so; further refusals are only logged.
 */
export const MAX_REFUSALS = { inAnHour: 20, inADay: 40 };

export interface RefusedAttempt {
  readonly guildId: string;
  readonly member: Member;
  /** As received; empty if it was about no change. */
  readonly changeId: string;
  /** The step, or the typed text or click. Untrusted. */
  readonly attempt: string;
  readonly why: string;
}

/** An entry that isn't written yet. */
interface UnwrittenEntry {
  /** How often the refusal has happened so far. */
  times: number;
  readonly entered: Promise<void>;
}

/** Identical refusals of one person share an entry until it is written. */
export function createRefusals({ trail, clock }: Pick<SharedParts, 'trail' | 'clock'>) {
  const waiting = new Map<string, UnwrittenEntry>();

  async function write(refused: RefusedAttempt, takeTimes: () => number): Promise<void> {
    const { guildId, member, changeId, attempt, why } = refused;
    await trail.record(guildId, (now) => {
      const times = takeTimes();
      const room = roomFor(member.userId, now, clock.now());
      if (room <= 0) return null;
      return {
        step: 'refused',
        change: oneLine(changeId, 40),
        actor: personOf(member),
        details: {
          attempt: oneLine(attempt, 200),
          why,
          ...(times > 1 && { times }),
          ...(room === 1 && { isLast: true }),
        },
      };
    });
  }

  function begin(key: string, refused: RefusedAttempt): UnwrittenEntry {
    /** Once writing has begun, the same refusal becomes a new entry. */
    const close = (): void => {
      if (waiting.get(key) === begun) waiting.delete(key);
    };
    const takeTimes = (): number => {
      close();
      return begun.times;
    };
    const begun: UnwrittenEntry = { times: 0, entered: write(refused, takeTimes).finally(close) };
    waiting.set(key, begun);
    return begun;
  }

  return {
    /** Resolves once the refusal is entered, or left out because of the limit. */
    enter(refused: RefusedAttempt): Promise<void> {
      const { guildId, member, changeId, attempt, why } = refused;
      const key = JSON.stringify([guildId, member.userId, changeId, attempt, why]);
      const entry = waiting.get(key) ?? begin(key, refused);
      entry.times += 1;
      return entry.entered;
    },
  };
}

export type Refusals = ReturnType<typeof createRefusals>;

/** How many more of this person's refusals may be entered now. */
function roomFor(userId: string, { refused }: ChangesState, now: number): number {
  const within = (ms: number) =>
    refused.filter(({ by, at }) => by === userId && now - at < ms).length;
  const { inAnHour, inADay } = MAX_REFUSALS;
  return Math.min(inAnHour - within(HOUR_MS), inADay - within(REFUSALS_KNOWN_MS));
}
