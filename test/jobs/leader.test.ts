import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMovableClock, type MovableClock } from '../../sandbox/movable-clock.js';
import { createLeader } from '../../src/jobs/leader-and-jobs.js';
import type { Store } from '../../src/store/store.js';
import { openTestStore } from '../store/support.js';
import { silentLog as log } from '../support/silent-log.js';

let clock: MovableClock;
let store: Store;

beforeEach(async () => {
  clock = createMovableClock({ startAt: Date.UTC(2026, 10, 28), ticking: false });
  store = await openTestStore(clock);
});
afterEach(() => store.close());

const lead = (holder: string) => createLeader({ store, clock, holder, log });

test('of two processes the first leads, for as long as it renews', async () => {
  const [one, other] = [await lead('one'), await lead('other')];
  await clock.advance(10 * 60_000);
  expect([one.isLeader(), other.isLeader()]).toEqual([true, false]);
});

test('a process that stops hands over at the next look of another', async () => {
  const [one, other] = [await lead('one'), await lead('other')];
  await one.stop();
  expect([one.isLeader(), other.isLeader()]).toEqual([false, false]);
  await clock.advance(20_000);
  expect([one.isLeader(), other.isLeader()]).toEqual([false, true]);
});

test('the lease of a process that was killed is free after a minute', async () => {
  const lease = { name: 'worker', holder: 'killed', until: clock.now() + 60_000 };
  await store.db.insertInto('lease').values(lease).execute();
  const other = await lead('other');
  await clock.advance(59_999);
  expect(other.isLeader()).toBe(false);
  await clock.advance(1);
  expect(other.isLeader()).toBe(true);
});

test('a process that cannot renew stops before another may begin', async () => {
  const away = await openTestStore(clock);
  const one = await createLeader({ store: away, clock, holder: 'one', log });
  await away.close();
  await clock.advance(59_999);
  expect(one.isLeader()).toBe(true);
  await clock.advance(1);
  expect(one.isLeader()).toBe(false);
});

test('a process that slept past its lease does not lead, and takes no lease from another', async () => {
  const one = await lead('one');
  const taken = { holder: 'other', until: clock.now() + 10 * 60_000 };
  await store.db.updateTable('lease').set(taken).execute();
  await clock.jump(5 * 60_000);
  expect(one.isLeader()).toBe(false);
});
