import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LoopbackPool } from '../../sandbox/pool/loopback-pool.js';
import { startPool } from '../../sandbox/pool/server.js';
import { DAY_MS, HOUR_MS } from '../../src/domain/time/units.js';
import { openHouseBefore, type DailyHouse } from './fakes/daily-world.js';
import { aSchedule } from './fakes/daily-harness.js';

/** What people are told of a post that never came, or that can't come twice. */

const GUILD = '800000000000000001';
const DUE = Date.parse('2026-05-01T08:00Z');

let pool: LoopbackPool;
let house: DailyHouse;
beforeAll(async () => {
  pool = await startPool();
});
beforeEach(async () => {
  house = await openHouseBefore(DUE, { guildId: GUILD, pool });
});
afterEach(() => house.close());
afterAll(() => pool.close());

async function lookAt(time: number): Promise<void> {
  house.clock.at = time;
  await house.daily.runner.look();
  await house.daily.runner.idle();
}

const status = async () => {
  const [schedule = aSchedule()] = await house.daily.of(GUILD);
  return house.daily.status(GUILD, schedule);
};

test('a post that was missed while the bot was down for more than six hours says so', async () => {
  await lookAt(DUE);
  expect((await status()).state).toMatchObject({ done: ['2026-05-01'] });
  // Down until seven hours after the next one's time.
  await lookAt(DUE + DAY_MS + 7 * HOUR_MS);
  const { state, due } = await status();
  expect(state.lastPost?.date).toBe('2026-05-01');
  expect(state.lastError).toMatchObject({
    date: '2026-05-02',
    said: 'It could not be sent within six hours of its time.',
  });
  expect([state.done, due]).toEqual([['2026-05-01', '2026-05-02'], null]);
});

test('after the post of its day, another time of that day is tomorrow’s', async () => {
  await lookAt(DUE);
  await house.daily.change(GUILD, (all) => all.map((each) => ({ ...each, time: '09:30' })));
  expect((await status()).next).toMatchObject({
    date: '2026-05-02',
    dueAt: Date.parse('2026-05-02T09:30Z'),
  });
  await lookAt(Date.parse('2026-05-01T09:31Z'));
  expect((await status()).state.done).toEqual(['2026-05-01']);
});
