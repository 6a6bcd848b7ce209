import { EventEmitter, once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../src/domain/clock.js';
import { PoolBroken, PoolBusy, PoolTimeout } from '../../src/domain/errors.js';
import {
  createPoolClients,
  type PoolClientOptions,
  type PoolClients,
} from '../../src/pool-api/pool-clients.js';
import { json, startFakePool, type Answering, type FakePool } from './fake-pool.js';

let pool: FakePool;
let clients: PoolClients;

async function connect(answer: Answering, options: Partial<PoolClientOptions> = {}) {
  pool = await startFakePool(answer);
  clients = createPoolClients({ baseUrl: pool.url, authPrefix: '', timeoutMs: 5_000, ...options });
  return clients.withKey('key');
}

afterEach(async () => {
  await clients.close();
  await pool.close();
});

const fine: Answering = (_, response) => json(response, { currency_type: 'BTC', id: '1' });
/** Holds every answer until it is let go. */
function gate() {
  const gates = new EventEmitter();
  return { open: () => void gates.emit('open'), opened: once(gates, 'open') };
}

function turnedBy(start: number): Clock & { turn(ms: number): void } {
  let now = start;
  return { now: () => now, turn: (ms) => void (now += ms) };
}

describe('answers', () => {
  it('are shared by all who ask at once', async () => {
    const client = await connect(fine);
    const reads = await Promise.all(Array.from({ length: 100 }, () => client.getSummary('BTC')));
    expect(pool.seen).toHaveLength(1);
    expect(new Set(reads.map(({ value }) => value)).size).toBe(1);
  });

  it('are repeated for seconds, with the time they came', async () => {
    const clock = turnedBy(1_000_000);
    const client = await connect(fine, { clock });
    await client.getSummary('BTC');
    clock.turn(4_999);
    expect((await client.getSummary('BTC')).readAt).toBe(1_000_000);
    expect(pool.seen).toHaveLength(1);
    clock.turn(1);
    expect((await client.getSummary('BTC')).readAt).toBe(1_005_000);
    expect(pool.seen).toHaveLength(2);
    clock.turn(-1_000);
    expect((await client.getSummary('BTC')).readAt).toBe(1_004_000);
  });

  it('belong to one key and one request', async () => {
    const client = await connect(fine);
    await client.getSummary('BTC');
    await clients.withKey('key').getSummary('BTC');
    await client.getSummary('BTC', { subaccountNames: ['a'] });
    await clients.withKey('other').getSummary('BTC');
    expect(
      pool.seen.map(({ url, headers }) => [url.split('/').at(-1), headers.authorization]),
    ).toEqual([
      ['BTC', 'key'],
      ['BTC?subaccount_names=a', 'key'],
      ['BTC', 'other'],
    ]);
  });

  it('are not kept when they failed', async () => {
    const client = await connect((seen, response, socket) =>
      pool.seen.length === 1 ? json(response, {}, 404) : fine(seen, response, socket),
    );
    await expect(client.getSummary('BTC')).rejects.toMatchObject({ status: 404 });
    expect((await client.getSummary('BTC')).value.currency_type).toBe('BTC');
  });

  it('from before a write are not repeated after it, even when it failed', async () => {
    const client = await connect((seen, response, socket) =>
      seen.method === 'PATCH' ? json(response, {}, 500) : fine(seen, response, socket),
    );
    await client.getSummary('BTC');
    await expect(client.updateSubaccount('a', 's')).rejects.toBeInstanceOf(PoolBroken);
    await client.getSummary('BTC');
    expect(pool.seen.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'GET']);
  });

  it('under way during a write are not repeated after it', async () => {
    const { open, opened } = gate();
    const client = await connect(async (seen, response, socket) => {
      if (pool.seen.length === 1) await opened;
      fine(seen, response, socket);
    });
    const early = client.getSummary('BTC');
    await expect.poll(() => pool.seen.length).toBe(1);
    await client.createSubaccount('a', 's');
    await client.getSummary('BTC');
    open();
    await early;
    await client.getSummary('BTC');
    expect(pool.seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
  });

  it('are asked for each time by a fresh client', async () => {
    const client = await connect(fine);
    await client.getSummary('BTC');
    const fresh = client.fresh();
    await fresh.getSummary('BTC');
    await fresh.getSummary('BTC');
    expect(pool.seen).toHaveLength(3);
    await client.getSummary('BTC');
    expect(pool.seen).toHaveLength(3);
  });

  it('too large to keep are shared all the same', async () => {
    const client = await connect((_, response) =>
      json(response, { currency_type: 'B'.repeat(400_000) }),
    );
    await Promise.all([client.getSummary('BTC'), client.getSummary('BTC')]);
    await client.getSummary('BTC');
    expect(pool.seen).toHaveLength(2);
  });

  it('keep digits that a double cannot hold', async () => {
    const client = await connect((_, response) =>
      response.end('{"uptime_24h":0.9910,"hashrate_5m":12345678901234567890,"active_miners":7}'),
    );
    expect((await client.getSummary('BTC')).value).toMatchObject({
      uptime_24h: '0.9910',
      hashrate_5m: '12345678901234567890',
      active_miners: 7,
    });
  });
});

describe('pace', () => {
  it('lets so many of one key be under way', async () => {
    const { open, opened } = gate();
    let underWay = 0;
    let most = 0;
    const client = await connect(async (seen, response, socket) => {
      most = Math.max(most, ++underWay);
      await opened;
      underWay--;
      fine(seen, response, socket);
    });
    const reads = [1, 2, 3, 4, 5, 6, 7].map((number) =>
      client.listMiners({}, { number }).catch(() => null),
    );
    await expect.poll(() => pool.seen.length).toBe(4);
    const another = clients.withKey('other').getSummary('BTC');
    await expect.poll(() => pool.seen.length).toBe(5);
    open();
    await Promise.all([...reads, another]);
    expect(most).toBe(5);
    expect(pool.seen).toHaveLength(8);
  });

  it('waits as long as a 429 says, with all reads of the key, then tries one at a time', async () => {
    const at: number[] = [];
    let underWay = 0;
    let mostLater = 0;
    const client = await connect(async (seen, response, socket) => {
      at.push(performance.now());
      if (at.length === 1) return response.writeHead(429, { 'retry-after': '1' }).end();
      mostLater = Math.max(mostLater, ++underWay);
      await new Promise(setImmediate);
      underWay--;
      return fine(seen, response, socket);
    });
    const first = client.getSummary('BTC');
    await expect.poll(() => at.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await Promise.all([first, client.getSummary('SC'), client.getSummary('ZEC')]);
    expect(at).toHaveLength(4);
    // A lower bound alone: timers never fire early by more than a millisecond.
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(950);
    expect(mostLater).toBe(1);
  });

  it('fails at once, and sends nothing, while a pause is longer than anyone waits', async () => {
    const clock = turnedBy(Date.parse('2026-11-20T10:00:00Z'));
    const client = await connect(
      (_, response) =>
        response.writeHead(429, { 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }).end(),
      { clock },
    );
    const error = await client.getSummary('BTC').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PoolBusy);
    expect(error).toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
    const next = await client.getSummary('SC').catch((thrown: unknown) => thrown);
    expect(next).toBeInstanceOf(PoolBusy);
    expect(next).toMatchObject({ outcome: 'not-sent' });
    expect(pool.seen).toHaveLength(1);
    const write = await client.createSubaccount('a', 's').catch((thrown: unknown) => thrown);
    expect(write).toMatchObject({ name: 'PoolBusy', outcome: 'refused' });
    expect(pool.seen).toHaveLength(2);
  });

  it('gives up a read whose turn does not come in time', async () => {
    const client = await connect(() => undefined, {
      pacing: { concurrency: 1 },
      patience: { budgetMs: 200 },
    });
    const [, second] = await Promise.allSettled([
      client.getSummary('BTC'),
      client.getSummary('SC'),
    ]);
    expect(second).toMatchObject({ reason: expect.any(PoolTimeout) });
    expect(second).toMatchObject({ reason: { outcome: 'not-sent' } });
    expect(pool.seen).toHaveLength(1);
  });

  it('stops trying when the time is up', async () => {
    const client = await connect((_, response) => json(response, {}, 503), {
      patience: { firstWaitMs: 60_000 },
    });
    await expect(client.getSummary('BTC')).rejects.toBeInstanceOf(PoolBroken);
    expect(pool.seen).toHaveLength(1);
  });
});

it('breaks off what is under way when it is closed', async () => {
  const client = await connect(() => undefined);
  const read = client.getSummary('BTC').catch((thrown: unknown) => thrown);
  await expect.poll(() => pool.seen.length).toBe(1);
  await clients.close();
  expect(await read).toMatchObject({ name: 'PoolUnreachable' });
});
