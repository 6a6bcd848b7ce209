import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isRecord } from '../../../sandbox/pool/deviations/walk.js';
import type { Deviation } from '../../../sandbox/pool/loopback-pool.js';
import { PoolForbidden, PoolRejected } from '../../../src/domain/errors/pool-errors.js';
import type { PoolClient, Scope } from '../../../src/pool-api/client.js';
import { allPages, type FetchPage } from '../../../src/pool-api/lists/all-pages.js';
import { listForChange } from '../../../src/pool-api/lists/require-list.js';
import { SMALL, startRecordedPool, type RecordedPool } from '../fakes/recorded-pool.js';
import { RANGE } from '../fakes/all-operations.js';

/** What the pool does with pages and filters beyond its description (notes). */

let recorded: RecordedPool;
let client: PoolClient;

beforeAll(async () => {
  recorded = await startRecordedPool();
});
afterAll(() => recorded.close());
beforeEach(() => {
  const { pool, clients, wire } = recorded;
  pool.deviations.clear();
  pool.faults.forbiddenSubaccounts.clear();
  wire.seen.length = 0;
  client = clients.withKey(pool.addWorkspace({ ...SMALL, subaccounts: 6 }).key);
});

const LISTS: Record<string, FetchPage<unknown>> = {
  listPaymentSettings: (page) => client.listPaymentSettings('BTC', {}, page),
  listSubaccounts: (page) => client.listSubaccounts(undefined, page),
  listContracts: (page) => client.listContracts('BTC', {}, page),
  listMiners: (page) => client.listMiners({ hashingStatus: 'hashing' }, page),
  getDevFee: async (page) => {
    const read = await client.getDevFee({ start: RANGE.start, end: RANGE.start }, {}, page);
    const { devfee_data: items, pagination } = read.value;
    return { ...read, value: { items: items ?? [], pagination } };
  },
  listDerivativesPayments: async (page) => {
    const read = await client.listDerivativesPayments('BTC', {}, page);
    const { payments: items, pagination } = read.value;
    return { ...read, value: { items: items ?? [], pagination } };
  },
  getPositions: async (page) => {
    const read = await client.getPositions('BTC', RANGE, page);
    return { ...read, value: { items: read.value.positions ?? [] } };
  },
};

const HABITS: readonly Deviation[] = [
  'item-count-is-page-length',
  'next-page-relative',
  'next-page-drops-filters',
  'next-page-foreign-host',
  'next-page-never-null',
  'last-page-repeats',
  'page-number-zero',
  'page-size-capped',
  'missing-fields',
  'null-fields',
  'filter-required',
];

async function countOf(fetchPage: FetchPage<unknown>, inFlight: number): Promise<number> {
  const seen: unknown[] = [];
  const bound = { rows: 100_000, ms: 60_000 };
  for await (const page of allPages(fetchPage, { sizes: [8], inFlight, bound }))
    seen.push(...page.items);
  const ids = seen.map((item) => (isRecord(item) ? item['id'] : undefined)).filter((id) => !!id);
  expect(new Set(ids).size).toBe(ids.length);
  return seen.length;
}

describe.each(Object.entries(LISTS))('all pages of %s', (_, fetchPage) => {
  let total = 0;
  it.each(HABITS)('are complete under %s', async (habit) => {
    total ||= await countOf(fetchPage, 1);
    expect(total).toBeGreaterThan(5);
    recorded.pool.deviations.add(habit);
    recorded.wire.seen.length = 0;
    expect(await countOf(fetchPage, 1)).toBe(total);
    expect(await countOf(fetchPage, 3)).toBe(total);
    expect(
      recorded.wire.seen.map(({ url }) => url).filter((url) => !url.startsWith('/api/')),
    ).toEqual([]);
  });
});

describe.each(['listPaymentSettings', 'listSubaccounts'])('a change can rest on %s', (name) => {
  const fetchPage = LISTS[name] ?? expect.fail();
  it.each(HABITS)('under %s', async (habit) => {
    const total = await countOf(fetchPage, 1);
    recorded.pool.deviations.add(habit);
    const pages = allPages(fetchPage, { sizes: [4], bound: { rows: 100, ms: 60_000 } });
    let rows = 0;
    for await (const { items } of listForChange(pages)) rows += items.length;
    expect(rows).toBe(total);
  });
});

const SCOPED: Record<
  string,
  (scope?: Scope) => ReturnType<PoolClient['getSummary']> | Promise<unknown>
> = {
  getSummary: (scope) => client.getSummary('BTC', scope),
  getRevenue: (scope) => client.getRevenue('BTC', RANGE, scope),
  getDevFee: (scope) => client.getDevFee(RANGE, scope),
  listPaymentSettings: (scope) => client.listPaymentSettings('BTC', scope),
};

describe.each(Object.entries(SCOPED))('%s', (_, read) => {
  const names = () => recorded.world.workspace.subaccounts.map(({ name }) => name);

  it('fills in all subaccounts where a filter is required', async () => {
    const plain = await read();
    recorded.pool.deviations.add('filter-required');
    const filled = await read();
    expect(filled).toMatchObject({ filledInAllSubaccounts: true, refusedSubaccounts: [] });
    expect(JSON.stringify(filled).length).toBeGreaterThan(JSON.stringify(plain).length / 2);
    recorded.wire.seen.length = 0;
    await read();
    expect(recorded.wire.seen).toHaveLength(1);
  });

  it('never sends both filters', async () => {
    recorded.pool.deviations.add('both-filters-refused');
    const siteId = recorded.world.siteId;
    await read({ siteId, subaccountNames: names().slice(0, 2) });
    expect(recorded.wire.seen).toHaveLength(1);
    expect(recorded.wire.seen[0]?.url).toContain(`site_id=${siteId}`);
    expect(recorded.wire.seen[0]?.url).not.toContain('subaccount_names');
  });

  it('leaves out what is forbidden, and fails where nothing is left', async () => {
    const [first = '', second = '', third = ''] = names();
    recorded.pool.faults.forbiddenSubaccounts.add(second);
    expect(await read({ subaccountNames: [first, second, third] })).toMatchObject({
      refusedSubaccounts: [second],
    });
    await expect(read({ subaccountNames: [second] })).rejects.toBeInstanceOf(PoolForbidden);
  });
});

it('hands on that a range of the future is refused', async () => {
  recorded.pool.deviations.add('future-end-refused');
  const range = { start: RANGE.start, end: '2099-01-01' };
  const error = await client.getRevenue('BTC', range).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PoolRejected);
  expect(error).toMatchObject({ status: 400, said: 'end_date must not be in the future' });
});
