import { SECOND_MS, MINUTE_MS } from '../../../domain/time/units.js';
import { isWithin } from '../../../domain/time/is-within.js';

/** How long after the first a second poll counts. */
const AGREES_AFTER_MS = 5 * SECOND_MS;
/** How long a difference that was seen waits for a second poll, whatever others show. */
const RECENT_MS = 10 * MINUTE_MS;
/** This many differences count even if each is another one: that could go on for ever. */
const MAX_DIFFERENCES = 3;

/** A difference from the stored list as one poll showed it. */
export interface UnconfirmedDifference {
  /** Hash of all that differs. */
  readonly hash: string;
  readonly at: number;
  /** When the latest poll showed the same; missing = `at`. */
  readonly lastAt?: number;
  /**
   * It leads back to the previous list. Two polls in a row have to show that, since a lagging
   * server of the pool may show it once.
   */
  readonly leadsBack: boolean;
}

/** What recent polls showed, each difference once. */
export type RecentDifferences = readonly UnconfirmedDifference[];

/** What a poll that differs comes to. */
export interface PollVerdict {
  readonly counts: boolean;
  /** Two polls showed it. */
  readonly isAgreed: boolean;
  /** When the first one did, in ms. */
  readonly firstAt: number;
  readonly waiting: RecentDifferences;
}

/**
 * Judges a poll that differs: `counts` once an earlier poll showed the same, or enough polls showed
 * others, whatever came in between.
 */
export function afterDifference(
  waiting: RecentDifferences,
  seen: UnconfirmedDifference,
): PollVerdict {
  const recent = waiting.filter((each) => isRecent(each, seen.at));
  const earlier = recent.find(({ hash }) => hash === seen.hash);
  // Any other poll ends the row of one that leads back.
  const others = recent.filter(({ hash, leadsBack }) => hash !== seen.hash && !leadsBack);
  const isThird = !seen.leadsBack && others.length + 1 >= MAX_DIFFERENCES;
  const isAgreed = earlier !== undefined && Math.abs(seen.at - earlier.at) >= AGREES_AFTER_MS;
  const first = earlier ?? seen;
  return {
    counts: isAgreed || isThird,
    isAgreed,
    firstAt: first.at,
    waiting: [...others, { ...first, lastAt: seen.at }].slice(-MAX_DIFFERENCES),
  };
}

function isRecent({ at, lastAt = at }: UnconfirmedDifference, now: number): boolean {
  return isWithin(lastAt, now, RECENT_MS);
}

/**
 * After a poll that shows the stored list. Recent differences go on waiting, because where several
 * servers of the pool answer, one of them may be behind.
 */
export function afterSameList(
  waiting: RecentDifferences,
  { at, isWhole }: { readonly at: number; readonly isWhole: boolean },
): RecentDifferences {
  // What this poll left out may still be what an earlier one found.
  return waiting.filter((each) => !each.leadsBack && (!isWhole || isRecent(each, at)));
}
