import { describe, expect, it } from 'vitest';
import { PoolBroken, PoolUnreadable } from '../../src/domain/errors/pool-errors.js';
import { fine, latch, turnedBy, useConnections } from './fakes/connected-pool.js';
import { json } from './fakes/fake-pool.js';

const connect = useConnections();

describe('answers', () => {
  it('are shared by all who ask at once', async () => {
    const { client, pool } = await connect(fine);
    const reads = await Promise.all(Array.from({ length: 100 }, () => client.getSummary('BTC')));
    expect(pool.seen).toHaveLength(1);
    expect(new Set(reads.map(({ value }) => value)).size).toBe(1);
  });

  it('are repeated for seconds, with the time they came', async () => {
    const clock = turnedBy(1_000_000);
    const { client, pool } = await connect(fine, { clock });
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
    const { client, pool, clients } = await connect(fine);
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

  it.each([
    ['nothing is escaped', 'plain'],
    ['something is escaped', '100 %'],
  ])('are read with 100 levels where %s', async (_, note) => {
    let nested: unknown = 1;
    for (let level = 1; level < 100; level++) nested = [nested];
    const { client } = await connect((_seen, response) =>
      json(response, { currency_type: 'BTC', note, nested }),
    );
    expect((await client.getSummary('BTC')).value).toMatchObject({ note, nested });
  });

  it.each([101, 3_000])(
    'are unreadable with %i levels, which nothing here goes down',
    async (levels) => {
      let nested: unknown = 1;
      for (let level = 1; level < levels; level++) nested = [nested];
      const { client } = await connect((_, response) =>
        json(response, { currency_type: 'BTC', nested }),
      );
      await expect(client.getSummary('BTC')).rejects.toBeInstanceOf(PoolUnreadable);
    },
  );

  it('are not kept when they failed', async () => {
    const { client, pool } = await connect((seen, response, socket) =>
      pool.seen.length === 1 ? json(response, {}, 404) : fine(seen, response, socket),
    );
    await expect(client.getSummary('BTC')).rejects.toMatchObject({ status: 404 });
    expect((await client.getSummary('BTC')).value.currency_type).toBe('BTC');
  });

  it('from before a write are not repeated after it, even when it failed', async () => {
    const { client, pool } = await connect((seen, response, socket) =>
      seen.method === 'PATCH' ? json(response, {}, 500) : fine(seen, response, socket),
    );
    await client.getSummary('BTC');
    await expect(client.updateSubaccount('a', 's')).rejects.toBeInstanceOf(PoolBroken);
    await client.getSummary('BTC');
    expect(pool.seen.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'GET']);
  });

  it('under way during a write are not repeated after it', async () => {
    const { open, opened } = latch();
    const { client, pool } = await connect(async (seen, response, socket) => {
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

  it('of a fresh client are refused where a key names the prototype: no record keeps that', async () => {
    const { client } = await connect((_, response) =>
      response.end('{"currency_type":"BTC","__proto__":{"locked":true}}'),
    );
    await expect(client.getSummary('BTC')).resolves.toBeDefined();
    await expect(client.fresh().getSummary('BTC')).rejects.toThrow();
  });

  it('are asked for each time by a fresh client', async () => {
    const { client, pool } = await connect(fine);
    await client.getSummary('BTC');
    const fresh = client.fresh();
    await fresh.getSummary('BTC');
    await fresh.getSummary('BTC');
    expect(pool.seen).toHaveLength(3);
    await client.getSummary('BTC');
    expect(pool.seen).toHaveLength(3);
  });

  it('too large to keep are still shared', async () => {
    const { client, pool } = await connect((_, response) =>
      json(response, { currency_type: 'BTC', notes: Array(100).fill('B'.repeat(4_000)) }),
    );
    await Promise.all([client.getSummary('BTC'), client.getSummary('BTC')]);
    await client.getSummary('BTC');
    expect(pool.seen).toHaveLength(2);
  });

  it('keep digits that a double cannot hold', async () => {
    const { client } = await connect((_, response) =>
      response.end('{"uptime_24h":0.9910,"hashrate_5m":12345678901234567890,"active_miners":7}'),
    );
    expect((await client.getSummary('BTC')).value).toMatchObject({
      uptime_24h: '0.9910',
      hashrate_5m: '12345678901234567890',
      active_miners: 7,
    });
  });
});
