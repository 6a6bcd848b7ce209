import { expect, test } from 'vitest';
import { z } from 'zod';
import { PoolUnreadable } from '../../../src/domain/errors/pool-errors.js';
import {
  sitesOf,
  minerModels,
  namesAndSites,
  subaccountNames,
} from '../../../src/pool-api/lists/known-names.js';
import { minerSchema, subaccountSchema } from '../../../src/pool-api/resources.js';

const about = { readAt: 0, refusedSubaccounts: [], filledInAllSubaccounts: false };

/** A pool that lists these subaccounts on one page; null = it gives no list. */
function listing(rows: readonly object[] | null) {
  const items = z.array(subaccountSchema).parse(rows ?? []);
  const value = { items, given: rows !== null, pagination: { next_page_url: null } };
  return { listSubaccounts: async () => ({ ...about, value }) };
}

test('sites: each once, by the name that any row gives, else by its id', async () => {
  const named = { name: 'a', site: { id: 's1', name: 'North', otherNames: ['South'] } };
  const flat = { name: 'b', site_id: 's1' };
  const nameless = { name: 'c', site: { id: 's2', name: null } };
  const expected = [
    { id: 's1', name: 'North' },
    { id: 's2', name: 's2' },
  ];
  expect((await namesAndSites(listing([named, flat, nameless]))).sites).toEqual(expected);
  expect((await namesAndSites(listing([flat, named, nameless]))).sites).toEqual(expected);
  const renamed = { name: 'd', site: { id: 's1', name: 'South' } };
  expect((await namesAndSites(listing([named, renamed]))).sites).toEqual([
    { id: 's1', name: 'North', otherNames: ['South'] },
  ]);
  expect((await namesAndSites(listing([{ name: 'e' }, { name: 'f', site_id: '' }]))).sites).toEqual(
    [],
  );
});

test('sites: by name, whatever order the pool lists them in', async () => {
  const rows = ['Hall 10', 'Hall 2', 'Annex'].map((name, at) => ({
    name: `${at}`,
    site: { id: `s${at}`, name },
  }));
  for (const listed of [rows, rows.toReversed()]) {
    const { sites } = await namesAndSites(listing(listed));
    expect(sites.map(({ name }) => name)).toEqual(['Annex', 'Hall 2', 'Hall 10']);
  }
});

test('names: each once, in the pool’s order, none that is empty', async () => {
  const rows = [{ name: 'b' }, { name: 'a' }, { name: 'b' }, { name: '' }, {}];
  expect(await subaccountNames(listing(rows))).toEqual(['b', 'a']);
});

test('names and sites: both of one walk', async () => {
  const pool = listing([{ name: 'b', site: { id: 's1', name: 'North' } }, { name: 'a' }]);
  let reads = 0;
  const counted = { listSubaccounts: () => (reads++, pool.listSubaccounts()) };
  const north = { id: 's1', name: 'North' };
  expect(await namesAndSites(counted)).toEqual({ names: ['b', 'a'], sites: [north] });
  expect(reads).toBe(1);
});

test('without a list no name is called unknown', async () => {
  await expect(subaccountNames(listing(null))).rejects.toBeInstanceOf(PoolUnreadable);
  await expect(namesAndSites(listing(null))).rejects.toBeInstanceOf(PoolUnreadable);
  expect(await subaccountNames(listing([]))).toEqual([]);
});

test('models: each once, by the alphabet', async () => {
  const rows = [{ model: 'T19' }, { model: 'S21' }, { model: null }, { model: 'T19' }];
  const value = { items: z.array(minerSchema).parse(rows), given: true, pagination: null };
  const pool = { listMiners: async () => ({ ...about, value }) };
  expect(await minerModels(pool)).toEqual(['S21', 'T19']);
});

test('a site to which the list gives two names has both', () => {
  const site = (name: string | null) => ({ name: 'x', site: { id: 's', name } });
  expect(sitesOf([site(null), site('Beta'), site('Gamma'), site('Beta')])).toEqual([
    { id: 's', name: 'Beta', otherNames: ['Gamma'] },
  ]);
});
