import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PoolListTooLong } from '../../../src/domain/errors/pool-errors.js';
import { listForChange, requireList, wholeList } from '../../../src/pool-api/lists/require-list.js';
import { paginationSchema } from '../../../src/pool-api/resources.js';
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
  await expect(read(pages, wholeList)).rejects.toThrow(/it has [23] entries, but 1 came/);
  // If nothing is concluded from it, it is read as received.
  expect(await read(pages)).toEqual(['a']);
});

test('a list that counts the entries of each page, or fewer than came, is whole', async () => {
  const pages = [
    { items: ['a'], pagination: { item_count: 1 } },
    { items: ['b'], pagination: { item_count: 1, next_page_url: null } },
  ];
  expect(await read(pages, wholeList)).toEqual(['a', 'b']);
});

/** Pages of a list, each of which but the last names a next one. */
const paged = (...pages: readonly (readonly unknown[])[]) =>
  pages.map((items, index) => ({
    items,
    pagination: { next_page_url: index + 1 < pages.length ? '/next' : null },
  }));

test.each([
  ['by its id, whatever else it says now', paged([{ id: '1', at: 1 }], [{ id: '1', at: 2 }, {}])],
  ['by all of it, without an id', paged([{ name: 'a', x: 1 }], [{ x: 1, name: 'a' }, 'b'])],
  ['and others between', paged([{ id: 1 }], [{ id: 2 }], [{ id: 3 }, { id: 1 }])],
])('a change rests on no list of which a row came on two pages: %s', async (_, pages) => {
  await expect(read(pages, listForChange, 9)).rejects.toThrow(/an entry twice/);
  expect(await read(pages, wholeList, 9)).toEqual(pages.flatMap(({ items }) => items));
});

test('nor on one of which fewer different rows came than it says', async () => {
  const items = [{ id: 1 }, { id: 1 }];
  const counted = { items, pagination: { item_count: 2, next_page_url: null } };
  await expect(read([counted], listForChange)).rejects.toThrow(/it has 2 entries, but 1 came/);
  // Twice on the same page, a row hides no other.
  const uncounted = { items, pagination: { next_page_url: null } };
  expect(await read([uncounted], listForChange)).toEqual(items);
});

test('a row is the same although of it changed what changes by itself', async () => {
  const pages = paged([{ name: 'a', balance: 1 }], [{ name: 'a', balance: 2 }]);
  expect(await read(pages, listForChange)).toHaveLength(2);
  const steady = (row: unknown) => ({ ...Object(row), balance: 0 });
  const through: typeof requireList = (each) => listForChange(each, steady);
  await expect(read(pages, through)).rejects.toThrow(/an entry twice/);
});

const MORE = /says that more follows/;
/** JSON that can't be converted to text or a number. */
const UNPRINTABLE = { toString: 1, valueOf: 1 };
const SAYING_MORE: readonly object[] = [
  ...['total_pages', 'page_count', 'last_page', 'pages', 'num_pages', 'totalPages'].flatMap(
    (name) => [{ [name]: 2 }, { [name]: '2' }],
  ),
  { next_page: 2 },
  { next_page: '/x' },
  { nextPageUrl: '/x' },
  { next: { page: 2 } },
  { next: UNPRINTABLE },
  { next_cursor: 'b3' },
  { nextToken: 7 },
  { next_page_token: 'b3' },
  { links: { next: '/x' } },
  { _links: { next: { href: '/x' } } },
  { is_last_page: false },
  { isLast: 'false' },
  { last: false },
  { truncated: true },
  { is_truncated: 'true' },
  { hasMoreItems: 1 },
];
/** The same fields, saying that nothing follows the only page. */
const SAYING_NO_MORE: readonly object[] = [
  ...[0, 1, '1', null, true, [2]].map((pages) => ({ total_pages: pages, pages, last_page: 1 })),
  ...[null, false, 0, '', ' '].map((next) => ({ next, next_page: next, next_cursor: next })),
  ...[null, [], '/x', {}, { next: null, self: '/x' }, { next: '' }].map((links) => ({ links })),
  ...[true, null, 'true', 1].map((is) => ({ is_last_page: is, last_page: is, last: is })),
  ...[false, null, 0, '', 'no'].map((more) => ({ truncated: more, has_more: more, more })),
  { total: UNPRINTABLE, total_pages: UNPRINTABLE, more: UNPRINTABLE, links: [UNPRINTABLE] },
  { per_page: 100, current_page: 1, offset: 0, limit: 100, prev_page: null, cursor: 'b3' },
];

test.each<[string, readonly ItemPage<unknown>[], RegExp]>([
  ['another page came', [last({ page_number: 7 })], /page 1 .* sent page 7/],
  ['another page came in text', [last({ page_number: '2' })], /page 1 .* sent page 2/],
  ['another one comes before it', [last({ previous_page_url: '/x' })], /comes before it/],
  ['more follows', [last({ has_more: true })], /says that more follows/],
  ['more follows, otherwise spelt', [last({ hasNextPage: 'true' })], /says that more follows/],
  ['there are more', [last({ total_count: '2' })], /it has 2 entries, but 1 came/],
  ...['10+', 'many', '{"value":10}', '[10]', { value: 10 }, [10], false].map(
    (item_count): [string, readonly ItemPage<unknown>[], RegExp] => [
      `there are ${JSON.stringify(item_count)}`,
      [last({ item_count })],
      /how many entries it has, but not as a number/,
    ],
  ),
  [
    'the first page came for the second',
    [named(['a'], 1), named(['a'], 1)],
    /page 2 .* sent page 1/,
  ],
  [
    'an empty page was the first',
    [named(['a'], 1), { items: [], pagination: { page_number: 1 } }],
    /page 2 .* sent page 1/,
  ],
  [
    'an earlier page came again',
    [named(['a'], 1), named(['b'], 2), named(['a'], 3)],
    /it sent an earlier page of its list again/,
  ],
  ['a next page ends it, which is the first again', paged(['a'], ['a']), /again instead/],
  ['more follows, on an empty page', [named(['a'], 1), ended({ has_more: true })], MORE],
  ['more follows, on the same page again', [named(['a'], 1), again({ has_more: true })], MORE],
  ['there are more pages, on an empty one', [named(['a'], 1), ended({ total_pages: 3 })], MORE],
  ...SAYING_MORE.map((said): [string, readonly ItemPage<unknown>[], RegExp] => [
    `more follows, by ${JSON.stringify(said)}`,
    [last(said)],
    MORE,
  ]),
])('a change rests on no list whose paging says that %s', async (_, pages, fault) => {
  await expect(read(pages, listForChange)).rejects.toThrow(fault);
  expect((await read(pages, wholeList)).length).toBeGreaterThan(0);
});

test.each<[string, readonly ItemPage<unknown>[]]>([
  ['nothing at all', [{ items: ['a'] }]],
  ['a zero for the number of each page', [named(['a'], 0), named(['b'], 0)]],
  ['that more follows, where it does', [named(['a'], 1, { has_more: true }), last({}, 'b')]],
  ['a page of that number', [named(['a'], 1), last({ page_number: '2', total: 2 }, 'b')]],
  ['a page before the second', [named(['a'], 1), last({ previous_page_url: '/x' }, 'b')]],
  ['nothing but nulls', [last({ page_number: null, previous_page_url: null, total: null })]],
  ['a next page, and the last one comes again', [named(['a'], 1), named(['a'], 2)]],
  ['a next page, and an empty one comes', [named(['a'], 1), named([], 2)]],
  ['that the second page is the last', [named(['a'], 1, { total_pages: 2 }), again({ pages: 2 })]],
  ...SAYING_NO_MORE.map((said): [string, readonly ItemPage<unknown>[]] => [
    `no more, by ${JSON.stringify(said)}`,
    [last(said)],
  ]),
])('a change rests on a list whose paging says %s', async (_, pages) => {
  expect(await read(pages, listForChange)).toEqual(pages.length > 1 ? expect.anything() : ['a']);
});

test('no page that the pool’s description allows ends a list in doubt', async () => {
  const figure = (...values: readonly unknown[]) =>
    fc.constantFrom(...values, null, undefined, 0, '0');
  const paging = fc.record(
    {
      page_number: figure(1, '1'),
      page_size: figure(10, '10'),
      item_count: figure(1, '1'),
      previous_page_url: fc.constantFrom(null, ''),
      next_page_url: fc.constantFrom(null, '', '/next', 'https://elsewhere.test/?page=2'),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.option(paging), fc.option(paging), async (first, empty) => {
      const renumbered = empty && { ...empty, page_number: 0 };
      const pages = [first, renumbered].map((pagination, index) => ({
        items: index === 0 ? ['a'] : [],
        pagination: paginationSchema.nullish().parse(pagination),
      }));
      expect(await read(pages, listForChange)).toEqual(['a']);
    }),
  );
});

function last(pagination: object, item = 'a'): ItemPage<unknown> {
  return { items: [item], pagination: { ...pagination, next_page_url: null } };
}

function ended(pagination: object): ItemPage<unknown> {
  return { items: [], pagination: { ...pagination, next_page_url: null } };
}

/** The first page once more. */
function again(pagination: object): ItemPage<unknown> {
  return named(['a'], 2, pagination);
}

function named(items: readonly unknown[], page_number: number, more = {}): ItemPage<unknown> {
  return { items, pagination: { ...more, page_number, next_page_url: '/next' } };
}

async function read(
  answers: readonly ItemPage<unknown>[],
  through: typeof requireList = requireList,
  rows = 2,
): Promise<unknown[]> {
  const about = { readAt: 1, refusedSubaccounts: [], filledInAllSubaccounts: false };
  const pages = allPages(
    async ({ number }) => ({ ...about, value: answers[number - 1] ?? { items: [] } }),
    { sizes: [10], bound: { rows, ms: 60_000 } },
  );
  const items: unknown[] = [];
  for await (const page of through(pages)) items.push(...page.items);
  return items;
}
