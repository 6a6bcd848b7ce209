import { describe, expect, test } from 'vitest';
import { createSchedules } from '../../src/daily/schedule/schedules.js';
import { dateAfter, toInstant } from '../../src/domain/time/local-time.js';
import type { Clock } from '../../src/domain/time/clock.js';
import type { Store } from '../../src/store/store.js';
import { createKillableProcess, type KillableProcess } from '../changes/fakes/killable-process.js';
import { createChannels, type Channels } from './fakes/channel.js';
import { aSchedule, createClock, startProcess } from './fakes/daily-harness.js';
import { createSharedStore } from './fakes/shared-store.js';

/**
 * Weeks of bad luck: processes are killed at any call they make, before or after it took effect,
 * restart seconds or hours later, run two at a time, and have jumping clocks. Whatever happens,
 * each date has one post in the end.
 */

const ZONES = ['America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Africa/Cairo'];
const GUILD = '800000000000000001';
const HOUR = 3_600_000;

/** The same luck on every run. */
function luckOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

interface Outside {
  readonly store: Store;
  readonly channels: Channels;
}

/** Only the calls a process makes: the rest belongs to the test. */
function portOf({ channels }: Outside): Pick<Channels, 'post' | 'find'> {
  return {
    post: (...post) => channels.post(...post),
    find: (...wanted) => channels.find(...wanted),
  };
}

interface Living {
  readonly bot: ReturnType<typeof startProcess>;
  readonly killable: KillableProcess;
}

/** Killed at a call that may never come. */
function bornTo(outside: Outside, clock: Clock, luck: () => number): Living {
  const atCall = 1 + Math.floor(luck() * 14);
  const killable = createKillableProcess({ atCall, when: luck() < 0.5 ? 'before' : 'after' });
  const channels = killable.port(portOf(outside));
  const store = killable.port(outside.store);
  return { bot: startProcess({ store, clock, channels }), killable };
}

/** One process's step: finished, or cut short by its death. */
async function stepOf({ bot, killable }: Living): Promise<void> {
  const looking = bot.runner.look().then(() => bot.runner.idle());
  await Promise.race([looking, killable.death]);
}

interface Weeks {
  readonly seed: number;
  readonly zone: string;
  readonly days: number;
  readonly processes: number;
  /** How far a clock may be off at times, in ms. */
  readonly jumps: number;
}

async function badWeeks({ seed, zone, days, processes, jumps }: Weeks) {
  const luck = luckOf(seed);
  const truth = createClock(Date.parse('2026-03-01T00:00Z'));
  const outside = { store: createSharedStore(truth), channels: createChannels(truth) };
  const since = truth.at;
  const schedule = aSchedule({ timeZone: zone, time: '02:15', since });
  await createSchedules(outside.store).change(GUILD, () => [schedule]);
  let skew = 0;
  const clock = { now: () => truth.at + skew };
  const houses: { living: Living | null; bornAt: number }[] = Array.from(
    { length: processes },
    () => ({ living: null, bornAt: 0 }),
  );
  const expected: string[] = [];
  let deaths = 0;

  async function steps(calm: boolean): Promise<void> {
    if (jumps > 0) skew = calm ? 0 : Math.round((luck() * 2 - 1) * jumps);
    for (const house of houses) {
      if (house.living === null && (calm || truth.at >= house.bornAt))
        house.living = calm
          ? { bot: startProcess({ ...outside, clock }), killable: createKillableProcess(NEVER) }
          : bornTo(outside, clock, luck);
    }
    await Promise.all(houses.map(async ({ living }) => living && stepOf(living)));
    for (const house of houses) {
      if (house.living?.killable.isOver !== true) continue;
      deaths++;
      house.living = null;
      house.bornAt = truth.at + luck() * luck() * HOUR;
    }
  }

  for (let day = 0; day < days; day++) {
    const date = dateAfter('2026-03-02', day);
    const due = toInstant(date, '02:15', zone);
    if (due === null) continue;
    expected.push(date);
    const rough = due + 2 * HOUR;
    truth.at = due - HOUR;
    while (truth.at < rough) {
      await steps(false);
      truth.at += Math.round(1_000 + luck() * 400_000);
    }
    // Then an hour in which nobody dies: whatever was lost must come now.
    for (const house of houses) house.living = null;
    while (truth.at < rough + HOUR) {
      await steps(true);
      truth.at += 61_000;
    }
    for (const house of houses) house.living = null;
  }
  const dates = outside.channels.messages.map(({ mark }) => mark.split(':')[2] ?? '');
  return { dates, expected, deaths };
}

const NEVER = { atCall: Infinity, when: 'before' as const };

describe('whatever happens, one post for each date', () => {
  test.each(ZONES.map((zone, seed) => ({ zone, seed: seed + 1 })))(
    'one process that dies at any call: $zone',
    async ({ zone, seed }) => {
      const weeks = { seed, zone, days: 60, processes: 1, jumps: 0 };
      const { dates, expected, deaths } = await badWeeks(weeks);
      expect(dates.toSorted()).toEqual(expected);
      expect(deaths).toBeGreaterThan(30);
    },
  );

  test.each(ZONES.map((zone, seed) => ({ zone, seed: seed + 11 })))(
    'two processes on one store that die at any call: $zone',
    async ({ zone, seed }) => {
      const weeks = { seed, zone, days: 40, processes: 2, jumps: 0 };
      const { dates, expected, deaths } = await badWeeks(weeks);
      expect(dates.toSorted()).toEqual(expected);
      expect(deaths).toBeGreaterThan(30);
    },
  );

  test.each(ZONES.map((zone, seed) => ({ zone, seed: seed + 21 })))(
    'two processes that die, with clocks that jump: $zone',
    async ({ zone, seed }) => {
      const weeks = { seed, zone, days: 40, processes: 2, jumps: HOUR };
      const { dates, expected } = await badWeeks(weeks);
      expect(dates.toSorted()).toEqual(expected);
    },
  );
});

describe('killed at every call it makes', () => {
  const moments = Array.from({ length: 12 }, (_, index) => index + 1).flatMap((atCall) =>
    (['before', 'after'] as const).flatMap((when) =>
      // Within the nonce's memory, beyond it, and hours later.
      [90_000, 10 * 60_000, 4 * HOUR].map((awayMs) => ({ atCall, when, awayMs })),
    ),
  );

  test.each(moments)(
    '$when call $atCall, away for $awayMs ms',
    async ({ atCall, when, awayMs }) => {
      const truth = createClock(Date.parse('2026-03-01T07:00Z'));
      const outside = { store: createSharedStore(truth), channels: createChannels(truth) };
      await createSchedules(outside.store).change(GUILD, () => [aSchedule({ since: truth.at })]);
      truth.at = Date.parse('2026-03-01T08:00Z');
      const killable = createKillableProcess({ atCall, when });
      const channels = killable.port(portOf(outside));
      const store = killable.port(outside.store);
      const first = { bot: startProcess({ store, clock: truth, channels }), killable };
      await stepOf(first);
      truth.at += awayMs;
      const second = {
        bot: startProcess({ ...outside, clock: truth }),
        killable: createKillableProcess(NEVER),
      };
      for (let look = 0; look < 3; look++) {
        await stepOf(second);
        truth.at += 20_000;
      }
      expect(outside.channels.messages.map(({ mark }) => mark.split(':')[2])).toEqual([
        '2026-03-01',
      ]);
      const { done, lastPost } = await second.bot.states.read(`${GUILD}:first`);
      expect(done).toEqual(['2026-03-01']);
      expect(lastPost?.messageId).toBe('message-1');
    },
  );

  test('makes fewer calls than that', async () => {
    const truth = createClock(Date.parse('2026-03-01T07:00Z'));
    const outside = { store: createSharedStore(truth), channels: createChannels(truth) };
    await createSchedules(outside.store).change(GUILD, () => [aSchedule({ since: truth.at })]);
    truth.at = Date.parse('2026-03-01T08:00Z');
    const killable = createKillableProcess(NEVER);
    const channels = killable.port(portOf(outside));
    const store = killable.port(outside.store);
    await stepOf({ bot: startProcess({ store, clock: truth, channels }), killable });
    expect(outside.channels.messages).toHaveLength(1);
    expect(killable.calls).toBeGreaterThan(5);
    expect(killable.calls).toBeLessThan(12);
  });
});
