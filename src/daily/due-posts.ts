import PQueue from 'p-queue';
import { createPacer } from '../domain/async/pacer.js';
import type { Clock } from '../domain/time/clock.js';
import { createPollLoop } from '../domain/async/poll-loop.js';
import { toResult } from '../domain/errors/result.js';
import { othersFirst } from '../domain/async/yield-to-others.js';
import type { Calendar } from './schedule/due-times.js';
import type { AttemptResult } from './posts/posting.js';
import { scheduleKey, type Occurrence } from '../domain/daily/schedule.js';
import type { Schedules } from './schedule/schedules.js';
import { SECOND_MS, MINUTE_MS } from '../domain/time/units.js';

export interface DuePostsParts {
  readonly schedules: Schedules;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly attempt: (occurrence: Occurrence) => Promise<AttemptResult>;
  readonly onError: (what: string, error: unknown) => void;
  /** Posts begun per second, `PER_SECOND` by default. */
  readonly perSecond?: number;
}

/** Clocks jump, other processes change schedules, and failed posts become due again. */
const LOOK_MS = 20 * SECOND_MS;
/** For a schedule that was switched off: an admin may set it again, in any process. */
const OFF_LOOK_MS = 5 * MINUTE_MS;
/** Posts due shortly after one another are started in batches. */
const MIN_LOOK_GAP_MS = 500;
/** A post mostly waits for its own guild's pool, and each takes the memory of one post. */
const MAX_CONCURRENT = 48;
/** Discord accepts 50 requests a second; this leaves a few for audit posts and cards. */
const PER_SECOND = 45;

/**
 * Looks for what is due instead of setting timers far ahead: the clock may jump, the process sleep,
 * or another process change a schedule. A post's state says whether it has been made, so looking
 * twice, or in two processes, does no harm.
 */
export function createDuePosts(parts: DuePostsParts) {
  const { schedules, calendar, clock, attempt, onError } = parts;
  const { perSecond = PER_SECOND } = parts;
  // One by one, because posts started together hold up commands together.
  const queue = new PQueue({ concurrency: MAX_CONCURRENT });
  const pacer = createPacer({ most: 1, everyMs: SECOND_MS / perSecond });
  const inProgress = new Set<string>();
  /** Closed dates by schedule. Like `foundOff`, saves reading the store at every look. */
  const closed = new Map<string, string>();
  /** When a schedule was found switched off. */
  const foundOff = new Map<string, number>();
  const loop = createPollLoop({
    look: lookOnce,
    drain() {
      queue.clear();
      return queue.onIdle();
    },
  });

  async function look(): Promise<number> {
    const now = clock.now();
    let wake = now + LOOK_MS;
    const due: Occurrence[] = [];
    for await (const { guildId, read } of schedules.all()) {
      try {
        for (const schedule of read()) {
          const occurrence = calendar.due(guildId, schedule, now);
          if (occurrence !== null) due.push(occurrence);
          wake = Math.min(wake, calendar.next(guildId, schedule, now).dueAt);
        }
      } catch (error) {
        onError(`the daily posts of guild ${guildId} could not be looked at`, error);
      }
    }
    for (const occurrence of due.toSorted((a, b) => a.dueAt - b.dueAt)) begin(occurrence);
    return Math.max(wake, now + MIN_LOOK_GAP_MS);
  }

  function begin(occurrence: Occurrence): void {
    const key = scheduleKey(occurrence.guildId, occurrence.schedule.id);
    if (loop.isStopped() || inProgress.has(key) || closed.get(key) === occurrence.date) return;
    // `abs` for a clock that went back.
    if (Math.abs(clock.now() - (foundOff.get(key) ?? -Infinity)) < OFF_LOOK_MS) return;
    inProgress.add(key);
    void queue.add(async () => {
      queue.pause();
      setTimeout(() => queue.start(), pacer.begin());
      await othersFirst();
      try {
        const result = await attempt(occurrence);
        if (result === 'closed') closed.set(key, occurrence.date);
        if (result === 'off') foundOff.set(key, clock.now());
        if (result === 'again') await attempt(occurrence);
      } catch (error) {
        // Its lease expires, and a later look finds it due again.
        onError('a daily post could not be tried', error);
      } finally {
        inProgress.delete(key);
      }
    });
  }

  async function lookOnce(): Promise<number> {
    const latest = clock.now() + LOOK_MS;
    const wake = await toResult(look());
    if (!wake.ok) onError('the daily posts could not be looked at', wake.error);
    return Math.max(0, (wake.ok ? wake.value : latest) - clock.now());
  }

  return {
    /**
     * Starts what is due. Resolves with when to look again, in ms since the epoch, at most
     * `LOOK_MS` ahead.
     */
    look,
    /** How many due posts are waiting for their turn. */
    waiting: (): number => queue.size,
    /** Resolves once nothing is in progress. */
    idle: (): Promise<void> => queue.onIdle(),
    start: loop.start,
    /** Starts nothing more, and waits a little for what is in progress. */
    stop: (): Promise<void> => loop.stop(),
  };
}

export type DuePosts = ReturnType<typeof createDuePosts>;
