import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LoopbackPool } from '../../sandbox/pool/loopback-pool.js';
import { startPool } from '../../sandbox/pool/server.js';
import { DAY_MS } from '../../src/domain/time/units.js';
import { inWords } from '../views/support/rendered.js';
import { openHouseBefore, type DailyHouse } from './fakes/daily-world.js';

const GUILD = '800000000000000001';
const NOTHING_BEFORE = 'change since an earlier day (needs an earlier daily post)';
/** As twenty times the miners of the former workspace. */
const MANY_TIMES_MORE = /\d{3,}(\.\d+)? % since yesterday/;
const DUE = Date.parse('2026-05-01T08:00Z');

let pool: LoopbackPool;
let house: DailyHouse;
beforeAll(async () => {
  pool = await startPool();
});
beforeEach(async () => {
  house = await openHouseBefore(DUE, { guildId: GUILD, pool });
  await postAfter(0);
});
afterEach(async () => {
  expect(house.trouble).toEqual([]);
  await house.close();
});
afterAll(() => pool.close());

/** The post of that many days after the first, once it stands. */
async function postAfter(days: number): Promise<string> {
  house.clock.at = DUE + days * DAY_MS;
  await house.until(house.clock.at);
  expect(house.channels.messages).toHaveLength(days + 1);
  return inWords(house.channels.messages.at(-1)?.reply ?? {});
}

async function connectAnother(): Promise<void> {
  const workspace = { sites: 1, subaccounts: 2, miners: 400, days: 31 };
  await house.guilds.saveKey(GUILD, pool.addWorkspace(workspace).key, '1');
}

test('the same key goes on comparing with the day before', async () => {
  expect(await postAfter(1)).toContain('since yesterday');
});

test('a key of another workspace is compared with nothing of the former one, then with its own', async () => {
  await connectAnother();
  expect(await postAfter(1)).toContain(NOTHING_BEFORE);
  expect(await postAfter(2)).toContain('since yesterday');
});

test('a key connected while the former workspace is read leaves no figures for the new one', async () => {
  pool.faults.latencyMs = 200;
  house.clock.at = DUE + DAY_MS;
  const before = pool.requests.length;
  await house.daily.runner.look();
  await expect.poll(() => pool.requests.length).toBeGreaterThan(before);
  house.clock.at += 1;
  await connectAnother();
  await house.daily.runner.idle();
  pool.faults.latencyMs = 0;
  expect(await postAfter(2)).toContain(NOTHING_BEFORE);
});

test('a key that is connected in the moment a post begins is compared with nothing of the former one', async () => {
  const { guilds } = house;
  const real = { ...guilds };
  let isConnected = false;
  const connectAfter =
    <Found>(read: (guildId: string) => Promise<Found>) =>
    async (guildId: string): Promise<Found> => {
      const found = await read(guildId);
      if (isConnected) return found;
      isConnected = true;
      house.clock.at += 1;
      await connectAnother();
      return found;
    };
  Object.assign(guilds, {
    keyInfo: connectAfter((id) => real.keyInfo(id)),
    openKey: connectAfter((id) => real.openKey(id)),
  });
  expect(await postAfter(1)).not.toMatch(MANY_TIMES_MORE);
  expect(isConnected).toBe(true);
});
