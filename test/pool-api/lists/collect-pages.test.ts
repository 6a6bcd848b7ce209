import { expect, test } from 'vitest';
import { collectPages } from '../../../src/pool-api/lists/collect-pages.js';
import type { ListedPage } from '../../../src/pool-api/lists/all-pages.js';

const page = (number: number, more: Partial<ListedPage<string>> = {}): ListedPage<string> => ({
  items: [`item ${number}`],
  number,
  readAt: 1_000 + number,
  refusedSubaccounts: [],
  filledInAllSubaccounts: false,
  ...more,
});

async function* pages(...all: ListedPage<string>[]) {
  yield* all;
}

test('the whole is as old as its oldest page, and holds what any page had to leave out', async () => {
  const read = await collectPages(
    pages(
      page(1, { readAt: 7, refusedSubaccounts: ['a'] }),
      page(2, { readAt: 5, refusedSubaccounts: ['b', 'a'], filledInAllSubaccounts: true }),
      page(3, { readAt: 9 }),
    ),
  );
  expect(read).toEqual({
    value: ['item 1', 'item 2', 'item 3'],
    readAt: 5,
    refusedSubaccounts: ['a', 'b'],
    filledInAllSubaccounts: true,
  });
});

test('that a list was not given, or came again, is of the whole', async () => {
  expect(await collectPages(pages(page(1, { items: [], given: false })))).toMatchObject({
    given: false,
  });
  const again = await collectPages(pages(page(1), page(2, { items: [], repeated: true })));
  expect(again).toMatchObject({ value: ['item 1'], repeated: true });
  expect(await collectPages(pages(page(1)))).not.toHaveProperty('given');
});

test.each<[string, Partial<ListedPage<string>>, boolean]>([
  ['that more follows', { goesOn: true }, true],
  ['that another page came', { doubt: 'it says that page 7 came' }, true],
  ['that it has more', { total: 3 }, true],
  ['what fits', { total: 2, itemCount: 99 }, false],
])('the last page says %s', async (_what, said, contradicts) => {
  const read = await collectPages(pages(page(1, { goesOn: true }), page(2, said)));
  expect(read.contradicts === true).toBe(contradicts);
});
