import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { PoolError } from '../../../src/domain/errors/pool-errors.js';
import type { PoolClient } from '../../../src/pool-api/client.js';
import { createPoolClients, type PoolClients } from '../../../src/pool-api/pool-clients.js';
import { json, startFakePool, type Answering, type FakePool } from '../fakes/fake-pool.js';
import { FAULTS, KEY, plain, WAYS_TO_SAY_IT } from '../fakes/http-faults.js';

let pool: FakePool;
let clients: PoolClients;

async function connect(answer: Answering, timeoutMs = 5_000): Promise<PoolClient> {
  pool = await startFakePool(answer);
  clients = createPoolClients({
    baseUrl: pool.url,
    authPrefix: '',
    timeoutMs,
    maxBytes: 100_000,
    retryPolicy: { firstWaitMs: 1, budgetMs: 10_000 },
    pacing: { busyPauseMs: 5 },
  });
  return clients.withKey(KEY);
}

afterEach(async () => {
  await clients.close();
  await pool.close();
});

async function failureOf(call: Promise<unknown>): Promise<PoolError> {
  const error = await call.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PoolError)) throw error;
  const told = [JSON.stringify(error), inspect(error, { depth: Infinity, showHidden: true })];
  const everything = [...told, String(error), error.stack, error.said].join('\n');
  for (const spelling of WAYS_TO_SAY_IT) expect(everything).not.toContain(spelling);
  expect(error.cause).toBeUndefined();
  return error;
}

describe.each(Object.entries(FAULTS))('%s', (_, fault) => {
  const { answer, timeoutMs, write, read = write, reads = 1 } = fault;
  it('fails a read, after as many tries as make sense', async () => {
    const client = await connect(answer, timeoutMs);
    expect(await failureOf(client.getSummary('BTC'))).toMatchObject(read);
    expect(pool.seen).toHaveLength(reads);
  });

  it.each([
    ['POST', (client: PoolClient) => client.createSubaccount('a', 's')],
    ['PATCH', (client: PoolClient) => client.updateSubaccount('a', 's')],
  ])('fails a %s that was sent once', async (method, call) => {
    const client = await connect(answer, timeoutMs);
    expect(await failureOf(call(client))).toMatchObject(write);
    expect(pool.seen.map((seen) => seen.method)).toEqual([method]);
  });
});

it('tries a read again until it succeeds', async () => {
  let asked = 0;
  const client = await connect((_, response) =>
    ++asked < 3 ? plain(500, '')(_, response) : json(response, { currency_type: 'BTC' }),
  );
  expect((await client.getSummary('BTC')).value.currency_type).toBe('BTC');
  expect(asked).toBe(3);
});

it('knows that nothing was sent where there is no pool', async () => {
  const client = await connect(() => undefined);
  await pool.close();
  const unreachable = { name: 'PoolUnreachable', outcome: 'not-sent' };
  expect(await failureOf(client.updateSubaccount('a', 's'))).toMatchObject(unreachable);
  expect(await failureOf(client.getSummary('BTC'))).toMatchObject(unreachable);
});

it('does not send a key that no header can carry', async () => {
  await connect(() => undefined);
  for (const key of ['a\r\nb: c', 'ключ', '', ' a']) {
    const error = await failureOf(clients.withKey(key).getSummary('BTC'));
    expect(error).toMatchObject({ name: 'PoolKeyRefused', outcome: 'not-sent' });
  }
  expect(pool.seen).toEqual([]);
});

it('follows no redirect, so that the key reaches no other host', async () => {
  const elsewhere = await startFakePool((_, response) => json(response, { id: '1' }));
  const client = await connect((_, response) =>
    response.writeHead(307, { location: `${elsewhere.url}/` }).end(),
  );
  const unreadable = { name: 'PoolUnreadable', status: 307, outcome: 'unknown' };
  expect(await failureOf(client.getSummary('BTC'))).toMatchObject(unreadable);
  expect(await failureOf(client.createSubaccount('a', 's'))).toMatchObject(unreadable);
  expect(elsewhere.seen).toEqual([]);
  expect(pool.seen).toHaveLength(2);
  await elsewhere.close();
});

it('asks the environment for no proxy', async () => {
  const proxy = await startFakePool((_, response) => json(response, {}));
  process.env['http_proxy'] = process.env['HTTP_PROXY'] = proxy.url;
  try {
    const client = await connect((_, response) => json(response, { currency_type: 'BTC' }));
    await client.getSummary('BTC');
    expect(proxy.seen).toEqual([]);
  } finally {
    delete process.env['http_proxy'];
    delete process.env['HTTP_PROXY'];
    await proxy.close();
  }
});

it('sends a write on a connection of its own, and never again when it breaks', async () => {
  const client = await connect((seen, response, socket) => {
    if (seen.method === 'GET') json(response, { currency_type: 'BTC' });
    else if (pool.seen.length % 2 === 0) socket.destroy();
    else json(response, { id: '1' });
  });
  await client.getSummary('BTC');
  for (let round = 0; round < 6; round++) {
    const before = pool.connections();
    await client.createSubaccount(`a${round}`, 's').catch(() => undefined);
    expect(pool.connections()).toBe(before + 1);
  }
  expect(pool.seen.filter(({ method }) => method === 'POST')).toHaveLength(6);
  expect(new Set(pool.seen.slice(1).map(({ headers }) => headers.connection))).toEqual(
    new Set(['close']),
  );
});

it('an answer that repeats the key is read without it', async () => {
  const client = await connect((_, response) =>
    json(response, { id: `echo ${KEY}`, status: 'PENDING', metadata: { said: `Bearer ${KEY}` } }),
  );
  const told = JSON.stringify(await client.updateSubaccount('main', 'site'));
  expect(told).toContain('"echo [key]"');
  expect(told).toContain('"Bearer [key]"');
  for (const spelling of WAYS_TO_SAY_IT) expect(told).not.toContain(spelling);
});
