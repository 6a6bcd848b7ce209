import { expect, test } from 'vitest';
import { roundUp, usualCount } from '../../../../commands/alerts/suggested/usual-counts.js';
import type { PoolClient } from '../../../../src/pool-api/client.js';
import { minerSchema } from '../../../../src/pool-api/resources.js';

function poolWith(statuses: readonly string[]): Pick<PoolClient, 'listMiners'> {
  return {
    async listMiners() {
      const items = statuses.map((hashing_status, id) => minerSchema.parse({ id, hashing_status }));
      const value = { items, given: true, pagination: { next_page_url: null } };
      return { value, readAt: 0, refusedSubaccounts: [], filledInAllSubaccounts: false };
    },
  };
}

const offline = (count: number) => Array.from({ length: count }, () => 'offline');

test('a threshold of miners is half as many again as there are now, and ten at least', async () => {
  const suggested = (count: number) =>
    usualCount('offline-miners', poolWith([...offline(count), 'hashing', 'hashing']));
  expect(await suggested(0)).toBe('10');
  expect(await suggested(6)).toBe('10');
  expect(await suggested(59)).toBe('89');
  expect(await suggested(144)).toBe('220');
  const spelled = poolWith(offline(144).map((word) => word.toUpperCase()));
  expect(await usualCount('offline-miners', spelled)).toBe('220');
});

test('other conditions count no miners, and nothing is said of a list that can’t be read', async () => {
  expect(await usualCount('hashrate', poolWith([]))).toBeUndefined();
  const broken = { listMiners: () => Promise.reject(new Error('away')) };
  expect(await usualCount('failing-miners', broken)).toBeUndefined();
});

test.each([
  [0, 0],
  [9.5, 10],
  [10.5, 11],
  [99.2, 100],
  [216, 220],
  [1_000, 1_000],
])('%d is rounded up to %d', (count, rounded) => {
  expect(roundUp(count)).toBe(rounded);
});
