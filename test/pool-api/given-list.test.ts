import { expect, test } from 'vitest';
import { givenList } from '../../src/pool-api/given-list.js';
import { allPages, type Listed } from '../../src/pool-api/pages.js';

test('a list that came is passed on', async () => {
  expect(await read([{ items: ['a'], pagination: { next_page_url: null } }])).toEqual(['a']);
});

test('of a list that the pool did not give, nothing is concluded', async () => {
  await expect(read([{ items: [], given: false }])).rejects.toThrow('it gave no list');
});

async function read(answers: readonly Listed<unknown>[]): Promise<unknown[]> {
  const about = { readAt: 1, refusedSubaccounts: [], filledInAllSubaccounts: false };
  const pages = allPages(
    async ({ number }) => ({ ...about, value: answers[number - 1] ?? { items: [] } }),
    { sizes: [10] },
  );
  const items: unknown[] = [];
  for await (const page of givenList(pages)) items.push(...page.items);
  return items;
}
