import type { Uptime } from '../../domain/time/uptime.js';
import { DAY_MS, MINUTE_MS } from '../../domain/time/units.js';
import { scheduleKey, type Occurrence } from '../../domain/daily/schedule.js';

/** By how much a clock must be set for it to count as set, and not as corrected. */
const SET_MS = 15 * MINUTE_MS;
/** A clock that was set ahead and stands for this long is right. */
const TRUSTED_AFTER_MS = DAY_MS;
const MAX_KNOWN = 10_000;

interface EarlyPost {
  readonly occurrence: Occurrence;
  /** How far the wall clock was ahead of the process's own count. */
  readonly offset: number;
}

/**
 * Remembers what was tried after the wall clock was set ahead, and tells which of it was early once
 * the clock is set back. Only a process that saw both can tell: to any other, a clock that was
 * ahead then looks like one that is behind now, by which nothing may be posted again.
 */
export function createEarlyPosts(uptime: Uptime) {
  const tried = new Map<string, EarlyPost>();
  let offset: number | undefined;
  /** By the process's own count. */
  let setAheadAt: number | undefined;
  const keyOf = ({ guildId, schedule, date }: Occurrence) =>
    `${scheduleKey(guildId, schedule.id)}:${date}`;

  return {
    /** Call at each look; `now` is the wall clock's time. Returns what was tried too early. */
    found(now: number): readonly Occurrence[] {
      const count = uptime();
      const before = offset;
      const present = now - count;
      offset = present;
      if (before !== undefined && present - before >= SET_MS) setAheadAt = count;
      if (setAheadAt !== undefined && count - setAheadAt >= TRUSTED_AFTER_MS) {
        setAheadAt = undefined;
        tried.clear();
      }
      const early = [...tried.values()].filter((each) => each.offset - present >= SET_MS);
      return early.map(({ occurrence }) => occurrence);
    },
    /** Call before a post is tried; the result, once it was. Null while no clock was set ahead. */
    begin(occurrence: Occurrence): (() => void) | null {
      const ahead = offset;
      if (setAheadAt === undefined || ahead === undefined) return null;
      return () => {
        const [oldest] = tried.keys();
        if (oldest !== undefined && tried.size >= MAX_KNOWN) tried.delete(oldest);
        tried.set(keyOf(occurrence), { occurrence, offset: ahead });
      };
    },
    /** It can be made again. */
    forget: (occurrence: Occurrence): void => void tried.delete(keyOf(occurrence)),
  };
}
