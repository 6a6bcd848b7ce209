import type { Member } from '../domain/guild/access.js';
import type { Clock } from '../domain/time/clock.js';
import { personOf } from '../domain/changes/change.js';
import { REFUSALS_KNOWN_MS, type ChangesState } from '../domain/changes/state.js';
import type { Trail } from './trail/trail.js';
import { oneLine } from '../domain/names/one-line.js';

/**
 * Who was refused what is entered, but not without end: somebody who clicks all day must not
 * grow the trail, nor bury in it what matters, nor use up what there is for others. The bounds
 * are read off the trail itself, so they hold over all processes and restarts.
 *
 * A person has a bound of their own, in an hour and in a day. A server has one in a day, which
 * keeps out neither anybody's first few, nor what was tried on a change that is there. The entry
 * that reaches a bound says whose further refusals are left out, and where: they are in the log.
 */
export const MOST_REFUSALS = {
  ofOnePersonInAnHour: 20,
  ofOnePersonInADay: 40,
  inOneServerInADay: 200,
  alwaysOfOnePersonInADay: 5,
};
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

export interface Refusals {
  /** Resolves once it is entered, or left out because there is no more room. */
  enter(refused: Refused): Promise<void>;
}

export interface RefusalsParts {
  readonly trail: Trail;
  readonly clock: Clock;
}

/** One entry that is still to be written. */
interface Waiting {
  /** How often it happened so far. */
  times: number;
  readonly entered: Promise<void>;
}

/** What one person is refused again while the first entry of it waits to be written is one entry. */
export function createRefusals({ trail, clock }: RefusalsParts): Refusals {
  const waiting = new Map<string, Waiting>();

  async function write(refused: Refused, takeTimes: () => number): Promise<void> {
    const { guildId, member, changeId, attempt, why } = refused;
    await trail.record(guildId, (now) => {
      const times = takeTimes();
      const counts = count(now, member.userId, clock.now());
      if (!hasRoom(counts, now.changes.has(changeId))) return null;
      const often = times > 1 ? { times } : {};
      return {
        step: 'refused',
        change: oneLine(changeId, 40),
        actor: personOf(member),
        details: { attempt: oneLine(attempt, 200), why, ...often, ...whatEnds(counts) },
      };
    });
  }

  function begin(key: string, refused: Refused): Waiting {
    /** What comes once it is being written is an entry of its own, however often that is tried. */
    const close = (): void => {
      if (waiting.get(key) === begun) waiting.delete(key);
    };
    const takeTimes = (): number => {
      close();
      return begun.times;
    };
    const begun: Waiting = { times: 0, entered: write(refused, takeTimes).finally(close) };
    waiting.set(key, begun);
    return begun;
  }

  return {
    enter(refused) {
      const { guildId, member, changeId, attempt, why } = refused;
      const key = JSON.stringify([guildId, member.userId, changeId, attempt, why]);
      const entry = waiting.get(key) ?? begin(key, refused);
      entry.times += 1;
      return entry.entered;
    },
  };
}

/** Refusals that are entered already. */
interface Counts {
  readonly inHour: number;
  readonly inDay: number;
  readonly inServer: number;
}

function count({ refused }: ChangesState, userId: string, now: number): Counts {
  const inServer = refused.filter(({ at }) => now - at < REFUSALS_KNOWN_MS);
  const own = inServer.filter(({ by }) => by === userId);
  const inHour = own.filter(({ at }) => now - at < HOUR);
  return { inHour: inHour.length, inDay: own.length, inServer: inServer.length };
}

function hasRoom({ inHour, inDay, inServer }: Counts, isOfAChange: boolean): boolean {
  const most = MOST_REFUSALS;
  if (inHour >= most.ofOnePersonInAnHour || inDay >= most.ofOnePersonInADay) return false;
  const isFree = isOfAChange || inDay < most.alwaysOfOnePersonInADay;
  return isFree || inServer < most.inOneServerInADay;
}

/** Whose next refusal had room before this one, and has none after it. */
function whatEnds(before: Counts): { isLast?: true; isLastInServer?: true } {
  const { inHour, inDay, inServer } = before;
  const after = { inHour: inHour + 1, inDay: inDay + 1, inServer: inServer + 1 };
  if (!hasRoom(after, true)) return { isLast: true, ...lastOfAll(before) };
  const isOwnEnd = hasRoom(before, false) && !hasRoom(after, false);
  return isOwnEnd ? { isLastInServer: true } : lastOfAll(before);
}

/** It fills the measure of the server, whoever was refused and on what. */
function lastOfAll({ inServer }: Counts): { isLastInServer?: true } {
  return inServer + 1 === MOST_REFUSALS.inOneServerInADay ? { isLastInServer: true } : {};
}
