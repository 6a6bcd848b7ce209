import { expect, test } from 'vitest';
import { PoolListTooLong } from '../../../src/domain/errors/errors.js';
import { requireList, wholeList } from '../../../src/pool-api/lists/require-list.js';
import { allPages, type ItemPage } from '../../../src/pool-api/lists/all-pages.js';

test('a list that came is passed on', async () => {
  expect(await read([{ items: ['a'], pagination: { next_page_url: null } }])).toEqual(['a']);
});

test('of a list that the pool did not give, nothing is concluded', async () => {
  await expect(read([{ items: [], given: false }])).rejects.toThrow('it gave no list');
});

test('of a list that was cut off nothing is concluded, whatever came of it', async () => {
  const cut = read([{ items: ['a', 'b', 'c'] }], wholeList);
  await expect(cut).rejects.toThrow(PoolListTooLong);
  await expect(cut).rejects.toMatchObject({ cutOff: { by: 'rows', rows: 2 } });
  expect(await read([{ items: ['a', 'b', 'c'] }])).toEqual(['a', 'b']);
});

test.each([
  ['names no next page', [{ items: ['a'], pagination: { item_count: 2, next_page_url: null } }]],
  ['repeats a page', [{ items: ['a'], pagination: { item_count: '3' } }, { items: ['a'] }]],
])('of a list that %s before so many came as it says, nothing is concluded', async (_, pages) => {
  await expect(read(pages, wholeList)).rejects.toThrow(/it has [23] entries, and 1 came/);
  // Where nothing is concluded it is read as it came.
  expect(await read(pages)).toEqual(['a']);
});

test('a list that counts the entries of each page, or fewer than came, is whole', async () => {
  const pages = [
    { items: ['a'], pagination: { item_count: 1 } },
    { items: ['b'], pagination: { item_count: 1, next_page_url: null } },
  ];
  expect(await read(pages, wholeList)).toEqual(['a', 'b']);
});

async function read(
  answers: readonly ItemPage<unknown>[],
  through: typeof requireList = requireList,
): Promise<unknown[]> {
  const about = { readAt: 1, refusedSubaccounts: [], filledInAllSubaccounts: false };
  const pages = allPages(
    async ({ number }) => ({ ...about, value: answers[number - 1] ?? { items: [] } }),
    { sizes: [10], bound: { rows: 2, ms: 60_000 } },
  );
  const items: unknown[] = [];
  for await (const page of through(pages)) items.push(...page.items);
  return items;
}
