import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { LoopbackPool } from '../../sandbox/pool/loopback-pool.js';
import { startPool } from '../../sandbox/pool/server.js';
import type { Schedule } from '../../src/domain/daily/schedule.js';
import { inWords } from '../views/support/rendered.js';
import { openDailyHouse, type DailyHouse } from './fakes/daily-world.js';
import { aSchedule } from './fakes/daily-harness.js';
import type { WorkspaceOptions } from '../../sandbox/pool/workspace.js';

/** What a post concludes from a list, and what it says about an incomplete one. */

const GUILD = '800000000000000001';
const NOW = Date.parse('2026-05-01T08:00Z');

let pool: LoopbackPool;
let house: DailyHouse;
beforeAll(async () => {
  pool = await startPool();
});
afterEach(async () => {
  pool.deviations.clear();
  pool.faults.forbiddenSubaccounts.clear();
  await house.close();
});
afterAll(() => pool.close());

async function preview(wanted: Partial<Schedule>, size: WorkspaceOptions) {
  house = openDailyHouse({ startsAt: NOW, poolUrl: pool.url });
  const { key } = pool.addWorkspace({ sites: 1, subaccounts: 2, miners: 20, days: 31, ...size });
  await house.guilds.saveKey(GUILD, key, '1');
  const reply = await house.daily.preview(GUILD, aSchedule(wanted));
  return { text: inWords(reply), embeds: reply.embeds ?? [] };
}

test('an empty fleet was read when it was read', async () => {
  const { text, embeds } = await preview({ sections: ['miners'] }, { miners: 0 });
  expect(text).toContain('The pool lists no miner.');
  expect(embeds.map(({ timestamp }) => timestamp)).toEqual([new Date(NOW).toISOString()]);
});

test('that none is frozen says whose payment settings the pool refused', async () => {
  pool.deviations.add('filter-required');
  pool.faults.forbiddenSubaccounts.add('pecos-flats-air');
  const { text } = await preview({ sections: ['payments'], currencies: ['ZEC'] }, {});
  expect(text).toContain('none awaiting approval, none frozen');
  expect(text).toContain(String.raw`Not in these figures: pecos\-flats\-air.`);
});

test('that a list repeated itself is said of what was counted and looked through', async () => {
  pool.deviations.add('page-size-capped').add('last-page-repeats');
  const { text } = await preview({ sections: ['miners', 'payments'] }, { subaccounts: 20 });
  const again = 'The pool repeated itself: the list may be incomplete.';
  expect(text).toMatch(new RegExp(`none frozen\n⚠️ ${again}`));
  expect(text).toMatch(new RegExp(`Health: .*\n⚠️ ${again}`));
});

test('that all subaccounts were filled in is said beside what was looked through', async () => {
  pool.deviations.add('filter-required');
  const { text } = await preview({ sections: ['payments'] }, {});
  expect(text).toContain('asked for every subaccount it lists by name');
});
