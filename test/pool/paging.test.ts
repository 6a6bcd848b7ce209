import { describe, expect, test } from 'vitest';
import { poolThat, type Received, type Scripted } from './support/loopback.js';

const RANGE = { start: '2026-11-01', end: '2026-11-27' };

function numbered(total: number): object[] {
  return Array.from({ length: total }, (_, id) => ({ id, name: `hall-${id}` }));
}

const pageOf = ({ query }: Received) => Number(query['page_number'] ?? query['page']);

interface Odd {
  /** At most so many rows on a page, whatever the request asks for. */
  readonly most?: number;
  /** It comes again in place of later pages. */
  readonly lastPage?: number;
}

/** The part of `all` that the request asks for. */
function slice(all: readonly object[], request: Received, odd: Odd = {}): object[] {
  const { most = Infinity, lastPage = Infinity } = odd;
  const size = Math.min(Number(request.query['page_size']), most);
  const page = Math.min(pageOf(request), lastPage);
  return all.slice((page - 1) * size, page * size);
}

function answer(rows: readonly object[], pagination?: object): Scripted {
  return { json: { subaccounts: rows, ...(pagination === undefined ? {} : { pagination }) } };
}

const HALLS = numbered(2_300);

type Paged = (page: number) => object | undefined;
const nextUntil3 =
  (url: string, rest: object = {}): Paged =>
  (page) => ({ ...rest, next_page_url: page < 3 ? url : null });
const always: Paged = () => ({ next_page_url: '/next' });
const LIES = { item_count: 1, page_number: 0, page_size: 1 };

/** How pools have been seen to page, in how many requests; each must give all 2,300 rows. */
const PAGINATIONS: [string, number, Paged, Odd?][] = [
  ['as described', 3, nextUntil3('/next?page=2')],
  ['counts that lie, and an address on another host', 3, nextUntil3('https://a.example', LIES)],
  ['no pagination', 3, () => undefined],
  ['a next address for ever, then empty pages', 4, always],
  ['a last page that repeats', 4, always, { lastPage: 3 }],
  ['smaller pages than asked for', 24, always, { most: 100 }],
];

describe('a list is read whole', () => {
  test.each(PAGINATIONS)('with %s', async (...[, requestCount, paged, odd]) => {
    const { pool, requests } = await poolThat((request) =>
      answer(slice(HALLS, request, odd), paged(pageOf(request))),
    );
    const { rows, incomplete } = await pool.subaccounts();
    expect(rows).toEqual(HALLS);
    expect(incomplete).toBeNull();
    expect(requests).toHaveLength(requestCount);
    for (const { path } of requests) expect(path).toBe('/api/v2/pool/subaccounts');
  });

  test('with equal rows on a page', async () => {
    const contract = { status: 'ACTIVE', side: 'BUY', unit_hashprice: 1 };
    const other = { ...contract, side: 'SELL' };
    const all = [...Array.from({ length: 100 }, () => contract), contract, other];
    const { pool } = await poolThat((request) => ({ json: { contracts: slice(all, request) } }));
    expect((await pool.contracts('BTC')).rows).toHaveLength(102);
  });
});

describe('what is missing of a list is said', () => {
  test('after 10,000 rows', async () => {
    const all = numbered(10_001);
    const { pool } = await poolThat((request) => answer(slice(all, request)));
    const { rows, incomplete } = await pool.subaccounts();
    expect(rows).toHaveLength(10_000);
    expect(incomplete).toBe('only the first 10,000 were read');
  });

  test('where a later page fails', async () => {
    const { pool } = await poolThat((request) =>
      pageOf(request) === 3
        ? { status: 500, json: {} }
        : answer(slice(HALLS, request), { next_page_url: '/next' }),
    );
    const { rows, incomplete } = await pool.subaccounts();
    expect(rows).toHaveLength(2_000);
    expect(incomplete).toBe('the pool stopped answering after 2,000');
  });

  test('where the answer has no list', async () => {
    const { pool } = await poolThat(() => ({ json: { other: [] } }));
    expect(await pool.subaccounts()).toMatchObject({
      rows: [],
      incomplete: 'the pool gave no list',
    });
    expect((await pool.revenue('BTC', RANGE)).incomplete).toBe('the pool gave no list');
  });
});

describe('miners', () => {
  test('all are read four pages at a time, in the order of the pool', async () => {
    const all = numbered(6_500);
    let underWay = 0;
    let most = 0;
    const { pool, requests } = await poolThat(async (request) => {
      most = Math.max(most, ++underWay);
      for (let turns = 10 - pageOf(request); turns > 0; turns--) await new Promise(setImmediate);
      underWay--;
      return { json: { miners: slice(all, request) } };
    });
    expect((await pool.allMiners({})).rows).toEqual(all);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
    expect(requests.length).toBeLessThanOrEqual(10);
  });

  test.each([
    [true, { miners: numbered(3), pagination: { next_page_url: '/x' } }],
    [false, { miners: numbered(7), pagination: { next_page_url: null } }],
    [true, { miners: numbered(7) }],
    [false, { miners: numbered(3) }],
  ])('a page has more: %s, where it is %j', async (hasMore, json) => {
    const { pool } = await poolThat(() => ({ json }));
    expect((await pool.miners({}, { number: 1, size: 7 })).hasMore).toBe(hasMore);
  });
});

test.each([
  {},
  { miners: null },
  { miners: 'none' },
  { success: false, error: 'x' },
  { data: { miners: [] } },
  { miners: [], error: { message: 'backend timeout' } },
])('a page of miners is not read where the answer is %j', async (json) => {
  const { pool } = await poolThat(() => ({ json }));
  await expect(pool.miners({}, { number: 1, size: 7 })).rejects.toMatchObject({
    kind: 'unreadable',
  });
});

describe('positions', () => {
  const days = Array.from({ length: 250 }, (_, day) => ({ date: `day-${day}` }));

  test('pages are put together until one is short', async () => {
    const { pool, requests } = await poolThat((request) => ({
      json: { currency_type: 'BTC', positions: slice(days, request) },
    }));
    const { value } = await pool.positions('BTC');
    expect(value).toEqual({ currency_type: 'BTC', positions: days });
    expect(requests).toHaveLength(3);
  });

  test('a page that fails is not left out', async () => {
    const { pool } = await poolThat((request) =>
      pageOf(request) === 2
        ? { status: 500, json: {} }
        : { json: { positions: slice(days, request) } },
    );
    await expect(pool.positions('BTC')).rejects.toMatchObject({ kind: 'failed' });
  });
});
