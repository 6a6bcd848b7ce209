import { array, assert, asyncProperty, constantFrom, integer, oneof } from 'fast-check';
import { expect, test } from 'vitest';
import { walkFleet } from '../../../src/fleet/miner-exports/fleet-walk.js';
import type { Miner } from '../../../src/pool-api/resources.js';

/** Ids of every length, some of which repeat. */
const ids = oneof(
  integer({ min: 0, max: 30 }).map(String),
  constantFrom(63, 64, 65, 10_000).chain((length) =>
    constantFrom('a', 'b').map((end) => end.padStart(length, 'x')),
  ),
  constantFrom('', null, undefined),
);

test('counts every miner, and those whose id came before', async () => {
  await assert(
    asyncProperty(array(array(ids, { minLength: 1, maxLength: 20 })), async (pages) => {
      // The page's number keeps it from equalling an earlier page.
      const fleet = pages.map((page, at) => [`page ${at}`, ...page].map((id): Miner => ({ id })));
      const { batches, progress } = walkFleet(
        {
          listMiners: async (_, page) => ({
            value: {
              items: fleet[(page?.number ?? 1) - 1] ?? [],
              pagination: { next_page_url: (page?.number ?? 1) < fleet.length ? 'next' : null },
            },
            readAt: 1,
            refusedSubaccounts: [],
            filledInAllSubaccounts: false,
          }),
        },
        {},
        new AbortController().signal,
      );
      const read: Miner[] = [];
      for await (const batch of batches) read.push(...batch);
      const all = fleet.flat();
      const named = all.flatMap(({ id }) => (id ? [id] : []));
      expect(read).toEqual(all);
      expect(progress).toMatchObject({
        rows: all.length,
        twice: named.length - new Set(named).size,
      });
    }),
  );
});

test.each([
  [{ has_more: true }, true],
  [{ total_count: 3 }, true],
  [{ page_number: 7 }, true],
  [{ item_count: 1, total_count: 1 }, false],
])('paging that says %j contradicts what came: %j', async (said, contradicts) => {
  const listMiners = async () => ({
    value: { items: [{ id: 'a' }], pagination: { next_page_url: null, ...said } },
    readAt: 1,
    refusedSubaccounts: [],
    filledInAllSubaccounts: false,
  });
  const walk = walkFleet({ listMiners }, {}, new AbortController().signal);
  const rows: Miner[] = [];
  for await (const batch of walk.batches) rows.push(...batch);
  expect(rows).toHaveLength(1);
  expect(walk.progress.notes.contradicts ?? false).toBe(contradicts);
});
