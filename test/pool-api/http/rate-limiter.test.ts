import { describe, expect, it, vi } from 'vitest';
import { PoolBroken, PoolBusy, PoolTimeout } from '../../../src/domain/errors/pool-errors.js';
import { fine, latch, turnedBy, useConnections } from '../fakes/connected-pool.js';
import { json } from '../fakes/fake-pool.js';

const connect = useConnections();

describe('pace', () => {
  it('lets so many of one key be under way', async () => {
    const { open, opened } = latch();
    let underWay = 0;
    let most = 0;
    const { client, pool, clients } = await connect(async (seen, response, socket) => {
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

  it('goes on where the wall clock was set back', async () => {
    const { client } = await connect(fine);
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await client.fresh().getSummary('BTC');
      vi.setSystemTime(Date.now() - 3_600_000);
      // More than a second allows: the rest waits for the next one, not for an hour.
      for (let read = 0; read < 230; read++) await client.fresh().getSummary('BTC');
    } finally {
      vi.useRealTimers();
    }
  });

  it('waits as long as a 429 says, with all reads of the key, then tries one at a time', async () => {
    const at: number[] = [];
    let underWay = 0;
    let mostLater = 0;
    const { client } = await connect(async (seen, response, socket) => {
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
    // Only a lower bound: timers never fire early by more than a millisecond.
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(950);
    expect(mostLater).toBe(1);
  });

  it('fails at once, and sends nothing, while a pause is longer than anyone waits', async () => {
    const clock = turnedBy(Date.parse('2026-11-20T10:00:00Z'));
    const { client, pool } = await connect(
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
    // What the pool asked for, not the minute to which we cap our own pause.
    expect(next).toHaveProperty('retryAfterMs', expect.closeTo(3_600_000, -5));
    expect(pool.seen).toHaveLength(1);
    const write = await client.createSubaccount('a', 's').catch((thrown: unknown) => thrown);
    expect(write).toMatchObject({ name: 'PoolBusy', outcome: 'refused' });
    expect(pool.seen).toHaveLength(2);
  });

  it('waits a bounded time for ten years that a 429 asks for, then asks once', async () => {
    let asked = 0;
    const { client } = await connect(
      (seen, response, socket) => {
        if (++asked > 1) return fine(seen, response, socket);
        return response.writeHead(429, { 'retry-after': '315360000' }).end();
      },
      { pacing: { maxPauseMs: 300 } },
    );
    // Tried again within the same read, since the pause ends before that read's time does.
    await client.getSummary('BTC');
    expect(asked).toBe(2);
    // The good answer also ends what the pool asked for.
    await client.getSummary('SC');
    expect(asked).toBe(3);
  });

  it('names no time that the pool did not name', async () => {
    const { client, pool } = await connect((_, response) => response.writeHead(429).end(), {
      pacing: { busyPauseMs: 50_000 },
      retryPolicy: { budgetMs: 200 },
    });
    await client.getSummary('BTC').catch(() => undefined);
    const next = await client.getSummary('SC').catch((thrown: unknown) => thrown);
    expect(next).toMatchObject({ name: 'PoolBusy', outcome: 'not-sent', retryAfterMs: undefined });
    expect(pool.seen).toHaveLength(1);
  });

  it('gives up a read whose turn does not come in time', async () => {
    const { client, pool } = await connect(() => undefined, {
      pacing: { concurrency: 1 },
      retryPolicy: { budgetMs: 200 },
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
    const { client, pool } = await connect((_, response) => json(response, {}, 503), {
      retryPolicy: { firstWaitMs: 60_000 },
    });
    await expect(client.getSummary('BTC')).rejects.toBeInstanceOf(PoolBroken);
    expect(pool.seen).toHaveLength(1);
  });
});

it('breaks off what is under way when it is closed', async () => {
  const { client, pool, clients } = await connect(() => undefined);
  const read = client.getSummary('BTC').catch((thrown: unknown) => thrown);
  await expect.poll(() => pool.seen.length).toBe(1);
  await clients.close();
  expect(await read).toMatchObject({ name: 'PoolUnreachable' });
});
