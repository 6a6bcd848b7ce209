import { describe, expect, test } from 'vitest';
import { poolThat, type Received, type Scripted } from './support/loopback.js';

const RANGE = { start: '2026-11-01', end: '2026-11-27' };
const REFUSED = {
  status: 403,
  json: { message: 'User does not have access to these subaccounts' },
};
const WANTS_FILTER = {
  status: 400,
  json: { message: 'either subaccount_names or site_id is required' },
};

const namesOf = ({ query }: Received) => query['subaccount_names']?.split(',') ?? [];

/** Answers the summary for all subaccounts but those of `forbidden`. */
function summaryWithout(...forbidden: string[]) {
  return (request: Received): Scripted => {
    const names = namesOf(request);
    if (names.some((name) => forbidden.includes(name))) return REFUSED;
    return { json: { subaccounts: names.map((name) => ({ name })) } };
  };
}

/** Lists `names`, demands a filter, and answers a row for each name of a payment settings request. */
function demanding(names: readonly string[]) {
  return (request: Received): Scripted => {
    if (request.path.endsWith('/subaccounts')) {
      return { json: { subaccounts: names.map((name) => ({ name })) } };
    }
    const asked = namesOf(request);
    if (asked.length === 0) return WANTS_FILTER;
    const rows = asked.map((name) => ({ name }));
    return { json: { payment_settings: rows, revenue: rows, devfee_data: rows } };
  };
}

const MANY = Array.from({ length: 700 }, (_, at) => `cedar-ridge-hydro-${at}`);
const MANY_ROWS = MANY.map((name) => ({ name }));

describe('a list of subaccounts that the pool refuses', () => {
  test('is asked name by name, then for those permitted; the others are named', async () => {
    const { pool, requests } = await poolThat(summaryWithout('lone-mesa', 'mistyped'));
    const subaccounts = ['hall-1', 'lone-mesa', 'hall-2', 'mistyped'];
    const { value, refused } = await pool.summary('BTC', { subaccounts });
    expect(value.subaccounts).toEqual([{ name: 'hall-1' }, { name: 'hall-2' }]);
    expect(refused).toEqual(['lone-mesa', 'mistyped']);
    expect(requests.map(({ query }) => query['subaccount_names'])).toEqual([
      'hall-1,lone-mesa,hall-2,mistyped',
      ...subaccounts,
      'hall-1,hall-2',
    ]);
  });

  test('is forbidden if every name is', async () => {
    const { pool } = await poolThat(summaryWithout('hall-1', 'hall-2'));
    const read = pool.summary('BTC', { subaccounts: ['hall-1', 'hall-2'] });
    await expect(read).rejects.toMatchObject({ kind: 'forbidden' });
  });

  test('is not asked name by name where a web page answers', async () => {
    const { pool, requests } = await poolThat(() => ({ status: 403, text: '<html>' }));
    const read = pool.summary('BTC', { subaccounts: ['hall-1', 'hall-2'] });
    await expect(read).rejects.toMatchObject({ kind: 'foreign' });
    expect(requests).toHaveLength(1);
  });
});

describe('a pool that demands a filter', () => {
  test('gets all subaccounts, and later at once', async () => {
    const { pool, requests, advance } = await poolThat(demanding(['hall-1', 'hall 2']));
    const { rows } = await pool.revenue('BTC', RANGE);
    expect(rows).toHaveLength(2);
    advance(5_000);
    await pool.revenue('BTC', RANGE);
    expect(requests.map(({ query }) => query['subaccount_names'])).toEqual([
      undefined,
      undefined,
      'hall-1,hall 2',
      undefined,
      'hall-1,hall 2',
    ]);
  });

  test('never gets both filters', async () => {
    const { pool, requests } = await poolThat(() => WANTS_FILTER);
    const read = pool.revenue('BTC', RANGE, { siteId: 'site-1' });
    await expect(read).rejects.toMatchObject({ kind: 'refused' });
    expect(requests).toHaveLength(1);
  });

  test('is told as it answered where it lists no subaccounts', async () => {
    const { pool } = await poolThat(demanding([]));
    await expect(pool.revenue('BTC', RANGE)).rejects.toMatchObject({
      kind: 'refused',
      details: { said: 'either subaccount_names or site_id is required' },
    });
  });
});

describe('hundreds of subaccounts', () => {
  test('are asked in parts that fit an address of 4 kB', async () => {
    const { pool, requests } = await poolThat(demanding(MANY));
    expect((await pool.revenue('BTC', RANGE)).rows).toEqual(MANY_ROWS);
    expect((await pool.devFee(RANGE)).rows).toEqual(MANY_ROWS);
    for (const { url } of requests) expect(url.length).toBeLessThan(4_096);
  });
});
