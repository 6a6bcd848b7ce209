import { expect, test } from 'vitest';
import { createStoredReadings } from '../../../src/alerts/watch/stored-readings.js';
import { createClock } from '../../daily/fakes/daily-harness.js';
import { createSharedStore } from '../../daily/fakes/shared-store.js';
import { aSummary } from '../fakes/fake-pool.js';
import { GUILD, MINUTE, START } from '../fakes/watch-harness.js';

const WHOLE = { currency: 'BTC' as const, scope: {} };

/** One process has read the former workspace and let go; since then another reads the next one. */
async function withNextKeyElsewhere() {
  const clock = createClock(START);
  const store = createSharedStore(clock);
  const one = createStoredReadings(store, clock);
  const other = createStoredReadings(store, clock);
  const keep = (by: typeof one, figures: Readonly<Record<string, unknown>>, since: number) =>
    by.keep(GUILD, WHOLE, { value: aSummary(figures), readAt: clock.at, since });
  await keep(one, { active_miners: 7, hashrate_5m: '7' }, 0);
  clock.at += 2 * MINUTE;
  const since = clock.at;
  const next = { active_miners: 400, hashrate_5m: null };
  for (let minute = 0; minute < 20; minute++) {
    await keep(other, next, since);
    clock.at += MINUTE;
  }
  return {
    clock,
    keepNext: () => keep(one, next, since),
    shown: async (figure: 'active_miners' | 'hashrate_5m', hours: number) => {
      const found = await one.recent(GUILD, { ...WHOLE, figure }, { hours, since });
      return [...new Set(found.flatMap(({ value, lowest }) => [value, lowest]))];
    },
  };
}

test('a process that watched before another key was connected adds nothing to its figures', async () => {
  const { clock, keepNext, shown } = await withNextKeyElsewhere();
  await keepNext();
  clock.at += 6 * MINUTE;
  await keepNext();
  for (const hours of [1, 24 * 5, 24 * 60]) {
    expect(await shown('active_miners', hours)).toEqual(['400']);
    expect(await shown('hashrate_5m', hours)).toEqual([]);
  }
});

test('a process that doesn’t watch any more shows no figure of the former workspace', async () => {
  const { shown } = await withNextKeyElsewhere();
  expect(await shown('active_miners', 1)).toEqual(['400']);
  expect(await shown('hashrate_5m', 1)).toEqual([]);
});
