import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LoopbackPool } from '../../sandbox/pool/loopback-pool.js';
import { startPool } from '../../sandbox/pool/server.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time/units.js';
import { aSchedule, step } from './fakes/daily-harness.js';
import { openHouseBefore, type DailyHouse } from './fakes/daily-world.js';

const GUILD = '800000000000000001';
const DUE = Date.parse('2026-05-01T08:00Z');

let pool: LoopbackPool;
let house: DailyHouse;
let count: number;

beforeAll(async () => {
  pool = await startPool();
});
beforeEach(async () => {
  count = 0;
  house = await openHouseBefore(DUE, { guildId: GUILD, pool, uptime: () => count });
  await house.daily.change(GUILD, () => [aSchedule({ since: DUE - MINUTE_MS })]);
  await step(house.daily);
});
afterEach(() => house.close());
afterAll(() => pool.close());

/** Time that really passes. */
async function pass(ms: number): Promise<void> {
  house.clock.at += ms;
  count += ms;
  await step(house.daily);
}

/** Somebody, or the machine, sets the clock; then another look, half a minute later. */
async function set(byMs: number): Promise<void> {
  house.clock.at += byMs;
  await pass(MINUTE_MS / 2);
}

/** Date of each post, and when it was made. */
const posts = () =>
  house.channels.messages.map(({ mark, at }) => [
    mark.split(':')[2],
    new Date(at).toISOString().slice(5, 16),
  ]);
const kept = async () => (await house.daily.snapshots(GUILD)).map(({ date }) => date);
const status = async () => {
  const [schedule = aSchedule()] = await house.daily.of(GUILD);
  return house.daily.status(GUILD, schedule);
};

test('a post that went out early, while the clock was ahead for a moment, is made again at its time', async () => {
  await pass(2 * MINUTE_MS);
  await set(DAY_MS);
  expect(posts().map(([date]) => date)).toEqual(['2026-05-01', '2026-05-02']);
  expect(await kept()).toEqual(['2026-05-01', '2026-05-02']);
  await set(-DAY_MS);
  expect(await kept()).toEqual(['2026-05-01']);
  const { state, next } = await status();
  expect([state.done, state.lastPost]).toEqual([['2026-05-01'], undefined]);
  expect(next.date).toBe('2026-05-02');
  for (let hours = 0; hours < 48; hours++) await pass(HOUR_MS);
  expect(posts().slice(2)).toEqual([
    ['2026-05-02', '05-02T08:02'],
    ['2026-05-03', '05-03T08:02'],
  ]);
  expect((await status()).state.lastPost?.late).toBe(false);
  expect(await kept()).toEqual(['2026-05-01', '2026-05-02', '2026-05-03']);
});

test('also where the schedule has no earlier date', async () => {
  await house.daily.change(GUILD, (all) =>
    all.map((each) => ({ ...each, since: DUE + MINUTE_MS })),
  );
  await pass(2 * MINUTE_MS);
  await set(DAY_MS);
  await set(-DAY_MS);
  await pass(DAY_MS);
  expect(posts().map(([date]) => date)).toEqual(['2026-05-02', '2026-05-02']);
});

test.each([
  ['before', 10_000],
  ['after', 2 * MINUTE_MS],
])(
  'a date that a clock ahead gave up as too late has its post if it is set right %s its time',
  async (_what, aheadForMs) => {
    await set(20 * HOUR_MS);
    expect((await status()).state.done).toEqual(['2026-05-01']);
    house.clock.at += aheadForMs;
    count += aheadForMs;
    house.clock.at -= 20 * HOUR_MS;
    await step(house.daily);
    await pass(MINUTE_MS);
    expect(posts().map(([date]) => date)).toEqual(['2026-05-01']);
    expect((await status()).state.lastError).toBeUndefined();
  },
);

test('what is on its way when the clock is set back is taken back once it stands', async () => {
  await pass(2 * MINUTE_MS);
  house.clock.at += DAY_MS;
  await house.daily.runner.look();
  house.clock.at -= DAY_MS;
  await set(0);
  await set(0);
  expect((await status()).state.done).toEqual(['2026-05-01']);
});

test('a clock that was behind for a moment brings no post a second time', async () => {
  await pass(2 * MINUTE_MS);
  await set(-DAY_MS);
  await set(DAY_MS);
  await pass(MINUTE_MS);
  expect(posts().map(([date]) => date)).toEqual(['2026-05-01']);
});

test.each([
  ['is set back only after its time', { aheadMs: 30 * MINUTE_MS, forMs: 40 * MINUTE_MS }],
  ['was ahead by some minutes only', { aheadMs: 10 * MINUTE_MS, forMs: 0 }],
])('there is no second post where the clock %s', async (_what, { aheadMs, forMs }) => {
  house.clock.at = DUE - aheadMs / 2;
  await step(house.daily);
  await set(aheadMs);
  expect(posts()).toHaveLength(1);
  await pass(forMs);
  await set(-aheadMs);
  await pass(HOUR_MS);
  expect(posts().map(([date]) => date)).toEqual(['2026-05-01']);
});

test('a clock that was set ahead and stands for a day is right', async () => {
  await pass(2 * MINUTE_MS);
  await set(DAY_MS);
  for (let hours = 0; hours < 25; hours++) await pass(HOUR_MS);
  await set(-2 * DAY_MS);
  await set(2 * DAY_MS);
  expect(posts().map(([date]) => date)).toEqual(['2026-05-01', '2026-05-02', '2026-05-03']);
});
