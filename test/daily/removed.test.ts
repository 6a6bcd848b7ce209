import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LoopbackPool } from '../../sandbox/pool/loopback-pool.js';
import { startPool } from '../../sandbox/pool/server.js';
import { createPostIfCurrent } from '../../src/daily/posts/post-if-current.js';
import { NO_POSTS } from '../../src/domain/daily/post-state.js';
import { scheduleKey } from '../../src/domain/daily/schedule.js';
import { openHouseBefore, type DailyHouse } from './fakes/daily-world.js';
import { aSchedule } from './fakes/daily-harness.js';

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
afterEach(async () => {
  pool.faults.latencyMs = 0;
  await house.close();
});
afterAll(() => pool.close());

const away = new Error('the store is away');

/** Fails the first store request after the post. */
function failOnce(): void {
  const keyInfo = house.guilds.keyInfo.bind(house.guilds);
  house.guilds.keyInfo = async (guildId) => {
    if (house.channels.messages.length === 0) return keyInfo(guildId);
    house.guilds.keyInfo = keyInfo;
    throw away;
  };
}

/** As `/setup disconnect` and removing the bot from a server do. */
async function disconnect(): Promise<void> {
  await house.guilds.forgetKey(GUILD);
  await house.daily.forget(GUILD);
}

/** Acts while the pool is read, or while the message is on its way. */
async function postAnd(act: () => Promise<void>, when: 'reading' | 'sending'): Promise<void> {
  if (when === 'sending') {
    const { post } = house.channels;
    house.channels.post = async (...sent) => {
      house.channels.post = post;
      await act();
      return post(...sent);
    };
  } else pool.faults.latencyMs = 200;
  const before = pool.requests.length;
  const begun = () => pool.requests.length - before;
  house.clock.at = DUE;
  await house.daily.runner.look();
  if (when === 'reading') {
    await expect.poll(begun).toBeGreaterThan(0);
    await act();
  }
  await house.daily.runner.idle();
}

const left = async () => ({
  figures: (await house.daily.snapshots(GUILD)).length,
  state: (await house.daily.status(GUILD, aSchedule())).state,
  schedules: await house.daily.of(GUILD),
});

const NOTHING = { figures: 0, state: NO_POSTS, schedules: [] };

describe('a server that disconnects', () => {
  test('while the pool is read gets no post, and nothing is kept of it', async () => {
    await postAnd(disconnect, 'reading');
    expect(house.channels.messages).toEqual([]);
    expect(await left()).toEqual(NOTHING);
  });

  test('while its post is on its way: nothing is kept of it', async () => {
    await postAnd(disconnect, 'sending');
    expect(await left()).toEqual(NOTHING);
  });

  test('leaves no state, though the store cannot say that it has gone', async () => {
    failOnce();
    await postAnd(disconnect, 'sending');
    expect(house.trouble).toEqual([away]);
    expect(await left()).toEqual(NOTHING);
  });

  test('and connects again starts anew', async () => {
    await postAnd(disconnect, 'sending');
    await house.guilds.saveKey(GUILD, pool.addWorkspace({ miners: 20 }).key, '1');
    await house.daily.change(GUILD, () => [aSchedule()]);
    await house.daily.runner.look();
    await house.daily.runner.idle();
    expect(await left()).toMatchObject({ figures: 1, schedules: [aSchedule()] });
  });
});

test.each(['reading', 'sending'] as const)(
  'a post removed while %s leaves its figures, and no ledger',
  async (when) => {
    await postAnd(() => house.daily.remove(GUILD, ['first']), when);
    expect(await left()).toEqual({ ...NOTHING, figures: 1 });
    expect(house.channels.messages).toHaveLength(when === 'reading' ? 0 : 1);
    expect(house.trouble).toEqual([]);
  },
);

test('a store that cannot be asked costs a word in the log, and the post still comes', async () => {
  failOnce();
  house.clock.at = DUE;
  await house.until(DUE);
  expect(house.trouble).toEqual([away]);
  expect(house.channels.messages).toHaveLength(1);
});

test('a try that throws is cleaned up after as well', async () => {
  const forgotten: string[] = [];
  const current = createPostIfCurrent({
    schedules: { of: async () => (forgotten.length === 0 ? [aSchedule()] : []) },
    states: { forget: async (key) => void forgotten.push(key) },
    guilds: { keyInfo: async () => null },
    attempt: () => Promise.reject(away),
    forget: async (guildId) => void forgotten.push(guildId),
  });
  const due = { guildId: GUILD, schedule: aSchedule(), date: '2026-05-01', dueAt: DUE };
  await expect(current(due)).rejects.toBe(away);
  expect(forgotten).toEqual([GUILD, scheduleKey(GUILD, 'first')]);
});
