import { inspect } from 'node:util';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { PoolError } from '../../src/domain/errors.js';
import type { PoolClient } from '../../src/pool-api/client.js';
import { createPoolClients, type PoolClients } from '../../src/pool-api/pool-clients.js';
import { json, startFakePool, type Answering, type FakePool } from './fake-pool.js';

/** With every kind of character that is spelt differently in a URL or in JSON. */
const KEY = 'sk_live "q"/+%&=\\key~end';
const WAYS_TO_SAY_IT = [KEY, encodeURIComponent(KEY), JSON.stringify(KEY).slice(1, -1)];

let pool: FakePool;
let clients: PoolClients;

async function connect(answer: Answering, timeoutMs = 5_000): Promise<PoolClient> {
  pool = await startFakePool(answer);
  clients = createPoolClients({
    baseUrl: pool.url,
    authPrefix: '',
    timeoutMs,
    maxBytes: 100_000,
    patience: { firstWaitMs: 1, budgetMs: 10_000 },
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

const plain = (status: number, body: string) => (_: unknown, response: ServerResponse) =>
  response.writeHead(status, { connection: 'keep-alive' }).end(body);

interface Fault {
  readonly answer: Answering;
  /** What a write fails with. */
  readonly write: object;
  /** What a read fails with, where it is something else. */
  readonly read?: object;
  /** How often a read is tried. */
  readonly reads?: number;
  readonly timeoutMs?: number;
}

const FAULTS: Record<string, Fault> = {
  'a pool that hangs': {
    answer: () => undefined,
    timeoutMs: 150,
    write: { name: 'PoolTimeout', outcome: 'unknown' },
  },
  'headers and then nothing': {
    answer: (_, response) => response.writeHead(200).write(' '),
    timeoutMs: 150,
    write: { name: 'PoolUnreadable', status: 200, outcome: 'unknown', body: ' ' },
    read: { name: 'PoolTimeout', status: 200 },
  },
  'a reset': {
    answer: (_, __, socket) => socket.resetAndDestroy(),
    write: { name: 'PoolUnreachable', status: undefined, outcome: 'unknown' },
    reads: 4,
  },
  'an answer cut off': {
    answer: (_, response, socket) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"id":');
      setImmediate(() => setImmediate(() => socket.destroySoon()));
    },
    write: { name: 'PoolUnreadable', status: 200, outcome: 'unknown', body: '{"id":' },
    read: { name: 'PoolUnreachable', status: 200 },
    reads: 4,
  },
  'half a JSON': {
    answer: plain(200, '{"id":"4'),
    write: { name: 'PoolUnreadable', status: 200, outcome: 'unknown', body: '{"id":"4' },
    read: { name: 'PoolUnreadable', status: 200, body: undefined },
  },
  HTML: {
    answer: plain(200, '<html>'),
    write: { name: 'PoolUnreadable', outcome: 'unknown', body: '<html>' },
    read: { name: 'PoolUnreadable', body: undefined },
  },
  'an empty answer': {
    answer: plain(201, ''),
    write: { name: 'PoolUnreadable', status: 201, outcome: 'unknown', body: '' },
    read: { name: 'PoolUnreadable', body: undefined },
  },
  'an error told with 200': {
    answer: plain(200, '{"error":{"message":"no"}}'),
    write: { name: 'PoolUnreadable', outcome: 'unknown', body: '{"error":{"message":"no"}}' },
    read: { name: 'PoolUnreadable', body: undefined },
  },
  'a list where a record should be': {
    answer: plain(200, '[]'),
    write: { name: 'PoolUnreadable', outcome: 'unknown', body: '[]' },
    read: { name: 'PoolUnreadable', body: undefined },
  },
  'a huge answer': {
    answer: plain(200, 'x'.repeat(200_000)),
    write: { name: 'PoolUnreadable', outcome: 'unknown', body: 'x'.repeat(4_000) },
    read: { name: 'PoolUnreadable', body: undefined },
  },
  'a huge refusal': {
    answer: plain(422, 'x'.repeat(200_000)),
    write: { name: 'PoolRejected', outcome: 'refused', said: 'x'.repeat(300) },
  },
  '401': {
    answer: (_, response) => json(response, { error: { code: 'E', message: `bad ${KEY}!` } }, 401),
    write: { name: 'PoolKeyRefused', status: 401, outcome: 'refused', said: 'bad [key]!' },
  },
  '403': {
    answer: (_, response) => json(response, { statusCode: 403, error: 'F', message: 'No.' }, 403),
    write: { name: 'PoolForbidden', status: 403, outcome: 'refused', said: 'No.' },
  },
  '404': {
    answer: plain(404, `<html><head><title>Lost\n${encodeURIComponent(KEY)}</title></head></html>`),
    write: { name: 'PoolNotFound', status: 404, outcome: 'refused', said: 'Lost [key]' },
  },
  '408': {
    answer: plain(408, ''),
    write: { name: 'PoolTimeout', status: 408, outcome: 'unknown' },
  },
  '409': {
    answer: plain(409, `already \u0007 ${KEY}`),
    write: { name: 'PoolRejected', status: 409, outcome: 'refused', said: 'already [key]' },
  },
  '429': {
    answer: plain(429, ''),
    write: { name: 'PoolBusy', status: 429, outcome: 'refused', retryAfterMs: undefined },
    reads: 4,
  },
  '500': {
    answer: plain(500, ''),
    write: { name: 'PoolBroken', status: 500, outcome: 'unknown', said: undefined },
    reads: 4,
  },
  '503': {
    answer: plain(503, 'soon'),
    write: { name: 'PoolBroken', status: 503, outcome: 'unknown', said: 'soon' },
    reads: 4,
  },
};

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
