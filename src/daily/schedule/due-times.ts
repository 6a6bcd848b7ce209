import { dateAfter, toInstant, localDateOf } from '../../domain/time/local-time.js';
import { offsetOf, type Occurrence, type Schedule } from '../../domain/daily/schedule.js';
import { HOUR_MS } from '../../domain/time/units.js';

/** A post later than this is not sent. */
export const MAX_LATENESS_MS = 6 * HOUR_MS;
/** Later than that, it isn't even noted that a post was missed. */
const MAX_TOLD_MS = 24 * HOUR_MS;
/** Because of its offset, or a gap before midnight, a post may be due on the date after its own. */
const DATES_BACK = 2;
/** Time zones skip one date at most. */
const DATES_AHEAD = 3;
const CACHE_SIZE = 20_000;

/** Knows when posts are due. */
export function createCalendar(windowMs: number) {
  const instants = memoize((key: string) => {
    const [date = '', time = '', zone = ''] = key.split(' ');
    return toInstant(date, time, zone);
  });
  const neighbours = memoize((today: string) =>
    Array.from({ length: DATES_BACK + 1 + DATES_AHEAD }, (_, index) =>
      dateAfter(today, index - DATES_BACK),
    ),
  );

  /** A hash each, asked for every schedule at every look. */
  const offsets = memoize((guildId: string) => offsetOf(guildId, windowMs));

  function* around(guildId: string, schedule: Schedule, now: number): Generator<Occurrence> {
    const { time, timeZone, since } = schedule;
    const offset = offsets(guildId);
    for (const date of neighbours(localDateOf(now, timeZone))) {
      const instant = instants(`${date} ${time} ${timeZone}`);
      if (instant === null || instant < since) continue;
      yield { guildId, schedule, date, dueAt: instant + offset };
    }
  }

  return {
    /** The newest post of a schedule whose time came at `now` or at most `MAX_TOLD_MS` before. */
    due(guildId: string, schedule: Schedule, now: number): Occurrence | null {
      let newest: Occurrence | null = null;
      for (const each of around(guildId, schedule, now)) {
        if (each.dueAt <= now && now - each.dueAt <= MAX_TOLD_MS) newest = each;
      }
      return newest;
    },
    /** The next one after `now`. */
    next(guildId: string, schedule: Schedule, now: number): Occurrence {
      // The next dates' times lie after `since`, whatever `now` is.
      const from = Math.max(now, schedule.since);
      for (const each of around(guildId, schedule, from)) if (each.dueAt > now) return each;
      throw new RangeError(`no next post: ${schedule.time} ${schedule.timeZone}`);
    },
  };
}

export type Calendar = ReturnType<typeof createCalendar>;

function memoize<Value>(compute: (key: string) => Value): (key: string) => Value {
  const kept = new Map<string, Value>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    if (kept.size >= CACHE_SIZE) kept.clear();
    kept.set(key, value);
    return value;
  };
}
