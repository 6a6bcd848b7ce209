import { afterEach, expect, it } from 'vitest';
import { PoolForbidden, PoolRejected } from '../../../src/domain/errors/pool-errors.js';
import { createPoolClients, type PoolClients } from '../../../src/pool-api/pool-clients.js';
import { json, startFakePool, type FakePool } from '../fakes/fake-pool.js';

let pool: FakePool;
let clients: PoolClients;

interface PoolRules {
  names: string[];
  forbidden: string[];
  filterRequired?: boolean;
  futureRefused?: boolean;
  breaksFor?: string;
}

/** A pool with subaccounts, some of which may not be read. */
async function connect(world: PoolRules) {
  pool = await startFakePool((seen, response) => {
    const { pathname, searchParams } = new URL(seen.url, 'http://pool');
    if (pathname === '/api/v2/pool/subaccounts') {
      const number = Number(searchParams.get('page_number'));
      const size = Math.min(2, Number(searchParams.get('page_size')));
      const subaccounts = world.names
        .slice((number - 1) * size, number * size)
        .map((name) => ({ name }));
      return json(response, { subaccounts, pagination: { page_size: size } });
    }
    const names = searchParams.get('subaccount_names')?.split(',') ?? [];
    if (world.futureRefused) return json(response, { message: 'future' }, 400);
    if (world.filterRequired && names.length === 0 && !searchParams.has('site_id')) {
      return json(response, { message: 'filter' }, 400);
    }
    if (names.includes(world.breaksFor ?? '-') && names.length === 1)
      return json(response, {}, 404);
    if (names.some((name) => world.forbidden.includes(name))) return json(response, {}, 403);
    return json(response, { subaccounts: names.map((name) => ({ name })) });
  });
  // No answer is reused, so that every request is seen.
  clients = createPoolClients({ baseUrl: pool.url, authPrefix: '', timeoutMs: 5_000, cacheMs: 0 });
  return clients.withKey('key');
}

afterEach(async () => {
  await clients.close();
  await pool.close();
});

const summaries = () =>
  pool.seen
    .filter(({ url }) => url.includes('summary'))
    .map(({ url }) => /subaccount_names=(.*)/.exec(url)?.[1] ?? '');

it('leaves out the names that are forbidden, and says so', async () => {
  const client = await connect({ names: [], forbidden: ['b', 'd'] });
  const read = await client.getSummary('BTC', { subaccountNames: ['a', 'b', 'c', 'd'] });
  expect(read.value.subaccounts?.map(({ name }) => name)).toEqual(['a', 'c']);
  expect(read.refusedSubaccounts).toEqual(['b', 'd']);
  expect(read.filledInAllSubaccounts).toBe(false);
  expect(summaries()).toEqual(['a,b,c,d', 'a', 'b', 'c', 'd', 'a,c']);
});

it('does not fail first again for names it knows', async () => {
  const client = await connect({ names: [], forbidden: ['b'] });
  await client.getSummary('BTC', { subaccountNames: ['a', 'b'] });
  const again = await client.getSummary('SC', { subaccountNames: ['b', 'c'] });
  expect(again.refusedSubaccounts).toEqual(['b']);
  expect(summaries()).toEqual(['a,b', 'a', 'b', 'a', 'c']);
});

it('throws where every name is forbidden', async () => {
  const client = await connect({ names: [], forbidden: ['a', 'b'] });
  await expect(client.getSummary('BTC', { subaccountNames: ['a', 'b'] })).rejects.toBeInstanceOf(
    PoolForbidden,
  );
  await expect(client.getSummary('BTC', { subaccountNames: ['a'] })).rejects.toBeInstanceOf(
    PoolForbidden,
  );
  expect(summaries()).toEqual(['a,b', 'a', 'b', 'a']);
});

it('throws what else goes wrong with one of the names', async () => {
  const client = await connect({ names: [], forbidden: ['a'], breaksFor: 'b' });
  const read = client.getSummary('BTC', { subaccountNames: ['a', 'b'] });
  await expect(read).rejects.toMatchObject({ status: 404 });
});

it('fills in all names where the pool wants a filter, and remembers it', async () => {
  const client = await connect({ names: ['a', 'b', 'c'], forbidden: [], filterRequired: true });
  const read = await client.getSummary('BTC');
  expect(read).toMatchObject({ filledInAllSubaccounts: true, refusedSubaccounts: [] });
  expect(read.value.subaccounts?.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  await client.getSummary('SC');
  expect(summaries()).toEqual(['', 'a,b,c', 'a,b,c']);
  await client.getSummary('BTC', { siteId: 's' });
  expect(pool.seen.at(-1)?.url).toBe('/api/v2/pool/summary/BTC?site_id=s');
});

it('leaves out forbidden names of those it filled in', async () => {
  const client = await connect({ names: ['a', 'b'], forbidden: ['a'], filterRequired: true });
  const read = await client.getSummary('BTC');
  expect(read).toMatchObject({ filledInAllSubaccounts: true, refusedSubaccounts: ['a'] });
});

it('asks again after a write', async () => {
  const world: PoolRules = { names: ['a'], forbidden: [], filterRequired: true };
  const client = await connect(world);
  await client.getSummary('BTC');
  world.names.push('b');
  await client.createSubaccount('b', 's').catch(() => undefined);
  expect((await client.getSummary('BTC')).value.subaccounts).toHaveLength(2);
});

it('throws what the pool still refuses with all names, or without any', async () => {
  const range = { start: '2026-11-01', end: '2027-11-01' };
  const client = await connect({ names: ['a'], forbidden: [], futureRefused: true });
  await expect(client.getRevenue('BTC', range)).rejects.toBeInstanceOf(PoolRejected);
  expect(pool.seen.at(-1)?.url).toContain('subaccount_names=a');
  await expect(client.getRevenue('BTC', range)).rejects.toMatchObject({ said: 'future' });
});

it('throws the first refusal where there are no names', async () => {
  const client = await connect({ names: [], forbidden: [], filterRequired: true });
  await expect(client.getSummary('BTC')).rejects.toMatchObject({ status: 400, said: 'filter' });
});
