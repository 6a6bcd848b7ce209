import { describe, expect, it } from 'vitest';
import { at, day, rows, usePool } from './harness.js';

const harness = usePool();
const miners = '/api/v2/commander/miners';

function pathOf(url: unknown): string {
  const { pathname, search } = new URL(String(url));
  return `${pathname}${search}`;
}

/** Every page by following the answers' links, at most 100. */
async function walk(path: string, key: string): Promise<unknown[]> {
  const found: unknown[] = [];
  let next: unknown = `${harness.pool.url}${path}`;
  for (let pages = 0; next !== null && pages < 100; pages++) {
    const { body } = await harness.get(pathOf(next));
    found.push(...rows(body, key));
    next = at(body, 'pagination', 'next_page_url');
  }
  expect(next).toBeNull();
  return found;
}

describe('a walk over all pages', () => {
  it('meets every miner once, filters kept', async () => {
    const all = await walk(`${miners}?page_size=7&sort_by=hashrate&firmware=LuxOS`, 'miners');
    const once = await harness.get(`${miners}?page_size=500&sort_by=hashrate&firmware=LuxOS`);
    expect(all).toHaveLength(rows(once.body, 'miners').length);
    expect(all.map((miner) => at(miner, 'id'))).toEqual(
      rows(once.body, 'miners').map((miner) => at(miner, 'id')),
    );
  });

  it.each([
    ['/api/v2/pool/subaccounts?page_size=5', 'subaccounts', 12],
    ['/api/v1/pool/payment-settings/BTC?page_size=5', 'payment_settings', 12],
    ['/api/v2/derivatives/contracts/BTC?page_size=9', 'contracts', 64],
    ['/api/v2/derivatives/payments/USD?page_size=40', 'payments', 90],
  ])('meets everything of %s once', async (path, key, count) => {
    const all = await walk(path, key);
    expect(all.length).toBeLessThanOrEqual(count);
    const first = await harness.get(path.replace(/page_size=\d+/, 'page_size=100'));
    expect(all).toEqual(rows(first.body, key));
    expect(at(first.body, 'pagination', 'item_count')).toBe(all.length);
  });

  it('meets every dev-fee row once', async () => {
    const date = day(harness.workspace, 3);
    const all = await walk(
      `/api/v2/pool/dev-fee?start_date=${date}&end_date=${date}&page_size=31`,
      'devfee_data',
    );
    const keys = all.map(
      (row) => `${String(at(row, 'datetime'))} ${String(at(row, 'subaccount'))}`,
    );
    expect(new Set(keys).size).toBe(24 * 12);
    expect(all).toHaveLength(24 * 12);
  });
});

describe('the pagination object', () => {
  it('points both ways', async () => {
    const { body } = await harness.get(`${miners}?page_size=10&page_number=3&firmware=LuxOS`);
    expect(at(body, 'pagination')).toMatchObject({ page_number: 3, page_size: 10 });
    expect(pathOf(at(body, 'pagination', 'previous_page_url'))).toContain('page_number=2');
    const first = await harness.get(miners);
    expect(at(first.body, 'pagination', 'previous_page_url')).toBeNull();
  });

  it('is empty beyond the end', async () => {
    const { body } = await harness.get(`${miners}?page_number=99`);
    expect(rows(body, 'miners')).toEqual([]);
    expect(at(body, 'pagination', 'next_page_url')).toBeNull();
  });
});

describe('deviating', () => {
  const page = async (query: string) => (await harness.get(`${miners}?${query}`)).body;
  const next = (body: unknown) => at(body, 'pagination', 'next_page_url');

  it('item-count-is-page-length', async () => {
    harness.pool.deviations.add('item-count-is-page-length');
    expect(at(await page('page_size=50&page_number=3'), 'pagination', 'item_count')).toBe(20);
  });

  it('next-page-relative', async () => {
    harness.pool.deviations.add('next-page-relative');
    expect(next(await page('page_size=50'))).toBe(`${miners}?page_size=50&page_number=2`);
  });

  it('next-page-drops-filters', async () => {
    harness.pool.deviations.add('next-page-drops-filters');
    expect(pathOf(next(await page('page_size=10&firmware=LuxOS')))).not.toContain('firmware');
  });

  it('next-page-foreign-host leads to where a follower is seen', async () => {
    harness.pool.deviations.add('next-page-foreign-host');
    const url = new URL(String(next(await page('page_size=50'))));
    expect(url.origin).not.toBe(harness.pool.url);
    await harness.get(`${url.pathname}${url.search}`);
    expect(harness.pool.requests.at(-1)).toMatchObject({
      path: expect.stringMatching(/^\/elsewhere\//),
      authorization: harness.key,
    });
  });

  it('next-page-never-null gives empty pages for ever', async () => {
    harness.pool.deviations.add('next-page-never-null');
    const body = await page('page_size=50&page_number=9');
    expect(rows(body, 'miners')).toEqual([]);
    expect(next(body)).not.toBeNull();
  });

  it('last-page-repeats', async () => {
    harness.pool.deviations.add('last-page-repeats');
    const ids = (body: unknown) => rows(body, 'miners').map((miner) => at(miner, 'id'));
    const last = await page('page_size=50&page_number=3');
    const beyond = await page('page_size=50&page_number=8');
    expect(ids(last)).toHaveLength(20);
    expect(ids(beyond)).toEqual(ids(last));
    expect(next(beyond)).not.toBeNull();
  });

  it('pages-never-end gives the same rows by other names', async () => {
    harness.pool.deviations.add('pages-never-end');
    const ids = (body: unknown) => rows(body, 'miners').map((miner) => at(miner, 'id'));
    const pages = [await page('page_size=120'), await page('page_size=120&page_number=900')];
    expect(new Set(pages.flatMap(ids)).size).toBe(240);
    for (const body of pages) expect(next(body)).not.toBeNull();
  });

  it('page-size-ignored puts all into the first page', async () => {
    harness.pool.deviations.add('page-size-ignored');
    const body = await page('page_size=10');
    expect(rows(body, 'miners')).toHaveLength(120);
    expect(next(body)).toBeNull();
    expect(rows(await page('page_size=10&page_number=2'), 'miners')).toEqual([]);
  });

  it('page-number-zero', async () => {
    harness.pool.deviations.add('page-number-zero');
    expect(at(await page('page_number=2'), 'pagination', 'page_number')).toBe(0);
  });

  it('page-size-capped still meets everything', async () => {
    harness.pool.deviations.add('page-size-capped');
    expect(rows(await page('page_size=50'), 'miners')).toHaveLength(20);
    const all = await walk(`${miners}?page_size=50`, 'miners');
    expect(new Set(all.map((miner) => at(miner, 'id'))).size).toBe(120);
  });
});
