import PQueue from 'p-queue';
import type { Clock } from '../domain/time/clock.js';
import { settlesWithin } from '../domain/async/timeout.js';
import type { Calendar } from './schedule/occurrences.js';
import type { AttemptResult } from './posts/posting.js';
import { scheduleKey, type Occurrence } from '../domain/daily/schedule.js';
import type { Schedules } from './schedule/schedules.js';

export interface RunnerParts {
  readonly schedules: Schedules;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly attempt: (occurrence: Occurrence) => Promise<AttemptResult>;
  readonly onError: (what: string, error: unknown) => void;
  /** Posts begun in a second, `PER_SECOND` unless given. */
  readonly perSecond?: number;
}

export interface Runner {
  /**
   * Looks once at all schedules and begins what is due. Resolves with when to look again, in ms
   * since the epoch, at most `LOOK_MS` ahead.
   */
  look(): Promise<number>;
  /** Resolves once nothing is under way. */
  idle(): Promise<void>;
  start(): void;
  /** Begins nothing more and waits a little for what is under way; its lease is let run out. */
  stop(): Promise<void>;
}

/** So often at least, because clocks jump, other processes set schedules, and tries come due. */
const LOOK_MS = 20_000;
/** So often a schedule that is switched off: an admin may set it anew, in any process. */
const OFF_LOOK_MS = 5 * 60_000;
/** A thousand posts due one after the other are begun in batches. */
const LEAST_MS = 500;
/**
 * Posts under way at once. Most of each is waiting for the pool, and a slow pool holds its own
 * guild's place alone; a place costs one post's memory. The posts themselves go through
 * discord.js's queue, which keeps Discord's limits, and interactions have another.
 */
const AT_ONCE = 48;
/**
 * A post is some 25 ms of this thread. More a second would leave commands waiting,
 * after a start late in the morning above all, when the posts of all guilds are due at once.
 */
const PER_SECOND = 20;
/** A post that waits for a slow pool must not use up the time that commands have to finish. */
const STOP_WITHIN_MS = 4_000;

/**
 * Finds what is due by looking, not by timers set far ahead: the clock may jump, the process
 * sleep, another process change a schedule. Whether a post has been made is the post state's to say,
 * so looking twice, or in two processes, does no harm.
 */
export function createRunner(parts: RunnerParts): Runner {
  const { schedules, calendar, clock, attempt, onError } = parts;
  const { perSecond = PER_SECOND } = parts;
  const queue = new PQueue({
    concurrency: AT_ONCE,
    intervalCap: perSecond / 2,
    interval: 500,
  });
  const underWay = new Set<string>();
  /** The date that needs nothing more, by schedule: spares the store a read at every look. */
  const settled = new Map<string, string>();
  /** When a schedule was found switched off, by schedule: the same. */
  const foundOff = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function look(): Promise<number> {
    const now = clock.now();
    let wake = now + LOOK_MS;
    const due: Occurrence[] = [];
    for await (const { guildId, schedules: each } of schedules.all()) {
      for (const schedule of each) {
        const occurrence = calendar.due(guildId, schedule, now);
        if (occurrence !== null) due.push(occurrence);
        wake = Math.min(wake, calendar.next(guildId, schedule, now).dueAt);
      }
    }
    for (const occurrence of due.toSorted((a, b) => a.dueAt - b.dueAt)) begin(occurrence);
    return Math.max(wake, now + LEAST_MS);
  }

  function begin(occurrence: Occurrence): void {
    const key = scheduleKey(occurrence.guildId, occurrence.schedule.id);
    if (stopped || underWay.has(key) || settled.get(key) === occurrence.date) return;
    // Also for a clock that went back.
    if (Math.abs(clock.now() - (foundOff.get(key) ?? -Infinity)) < OFF_LOOK_MS) return;
    underWay.add(key);
    void queue.add(async () => {
      try {
        await tryUntilOwn(occurrence, key);
      } catch (error) {
        // The store, mostly: the next look finds it due again.
        onError('a daily post could not be tried', error);
      } finally {
        underWay.delete(key);
      }
    });
  }

  async function tryUntilOwn(occurrence: Occurrence, key: string): Promise<void> {
    if (stopped) return;
    const outcome = await attempt(occurrence);
    if (outcome === 'settled') settled.set(key, occurrence.date);
    if (outcome === 'off') foundOff.set(key, clock.now());
    // An older date had to be settled first.
    if (outcome === 'again') await attempt(occurrence);
  }

  async function lookAndSleep(): Promise<void> {
    let wake = clock.now() + LOOK_MS;
    try {
      wake = await look();
    } catch (error) {
      onError('the daily posts could not be looked at', error);
    }
    if (stopped) return;
    timer = setTimeout(() => void lookAndSleep(), Math.max(0, wake - clock.now()));
  }

  return {
    look,
    idle: () => queue.onIdle(),
    start: () => void lookAndSleep(),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      queue.clear();
      await settlesWithin(STOP_WITHIN_MS, queue.onIdle());
    },
  };
}
