import { afterEach, describe, expect, it } from 'vitest';
import { PoolRejected } from '../../src/domain/errors/pool-errors.js';
import { createPoolClients, type PoolClients } from '../../src/pool-api/pool-clients.js';
import { json, startFakePool, type FakePool } from './fakes/fake-pool.js';

let pool: FakePool;
let clients: PoolClients;

/** Answers everything with something that every schema accepts. */
async function connect(suffix = '', authPrefix = '') {
  pool = await startFakePool((_, response) =>
    json(response, {
      pagination: null,
      id: '1',
      currency_type: 'BTC',
      start_date: null,
      contract: {},
    }),
  );
  clients = createPoolClients({ baseUrl: pool.url + suffix, authPrefix, timeoutMs: 2_000 });
  return clients.withKey('the-key');
}

afterEach(async () => {
  await clients.close();
  await pool.close();
});

describe('what is sent', () => {
  it('puts the whole path under the base URL, whatever it ends with', async () => {
    const client = await connect('/some/prefix//');
    await client.getSummary('BTC');
    expect(pool.seen[0]?.url).toBe('/some/prefix/api/v2/pool/summary/BTC');
  });

  it('sends the raw key, or the prefix and the key', async () => {
    await (await connect()).getSummary('BTC');
    expect(pool.seen[0]?.headers).toMatchObject({
      authorization: 'the-key',
      accept: 'application/json',
      'user-agent': 'pitboss',
    });
    await clients.close();
    await pool.close();
    await (await connect('', 'Bearer ')).getSummary('BTC');
    expect(pool.seen[0]?.headers.authorization).toBe('Bearer the-key');
  });

  it('keeps a connection for reads', async () => {
    const client = await connect();
    for (let number = 1; number <= 10; number++) await client.listMiners({}, { number });
    expect(pool.seen).toHaveLength(10);
    // A second is opened while the first is still being returned.
    expect(pool.connections()).toBeLessThanOrEqual(2);
  });

  it('encodes names and ids in a path', async () => {
    const client = await connect();
    await client.updateSubaccount('a/b ?#ü', 's');
    await client.getFleetAction('a-../x');
    expect(pool.seen.map(({ url }) => url)).toEqual([
      '/api/v2/pool/subaccounts/a%2Fb%20%3F%23%C3%BC',
      '/api/v2/commander/actions/a-..%2Fx',
    ]);
  });

  it.each(['', '.', '..', '\ud800'])('does not send a path with the name %j', async (name) => {
    const client = await connect();
    const error = await client.updateSubaccount(name, 's').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PoolRejected);
    expect(error).toMatchObject({ outcome: 'not-sent' });
    expect(pool.seen).toEqual([]);
  });

  it('sends names in one string, a name with a comma as repeated parameters', async () => {
    const client = await connect();
    await client.getSummary('BTC', { subaccountNames: ['a', 'b&c', 'a', ''] });
    await client.getSummary('BTC', { subaccountNames: ['a,b', 'c'] });
    await client.getSummary('BTC', { subaccountNames: ['a,b'] });
    expect(pool.seen.map(({ url }) => url.split('?')[1])).toEqual([
      'subaccount_names=a,b%26c',
      'subaccount_names=a%2Cb&subaccount_names=c',
      // A single one would be read as two names.
      'subaccount_names=a%2Cb&subaccount_names=a%2Cb',
    ]);
  });

  it('sends the site and no names where both are given', async () => {
    const client = await connect();
    await client.getSummary('BTC', { subaccountNames: ['a'], siteId: 's 1' });
    expect(pool.seen[0]?.url).toBe('/api/v2/pool/summary/BTC?site_id=s%201');
  });

  it('holds pages to what section 8 allows', async () => {
    const client = await connect();
    await client.listContracts('BTC', {}, { number: 0, size: 1_000 });
    await client.listMiners({}, { number: 2.5, size: 1_000 });
    expect(pool.seen.map(({ url }) => url.split('?')[1])).toEqual([
      'page=1&page_size=100',
      'page_number=2&page_size=1000',
    ]);
  });
});
