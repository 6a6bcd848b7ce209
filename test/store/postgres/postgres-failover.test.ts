import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../../src/domain/errors/store-errors.js';
import { openPostgresStore } from '../../../src/store/postgres/postgres.js';
import { startTcpFront, type TcpFront } from '../../support/tcp-front.js';
import {
  asPostgres,
  hasPostgres,
  startPostgres,
  startStandby,
  type PostgresServer,
} from '../support/postgres-server.js';

const skipped = hasPostgres ? '' : ' (skipped: no postgres)';

describe.skipIf(!hasPostgres)(`a failover to a synchronous standby${skipped}`, () => {
  let [primary, standby]: [PostgresServer?, PostgresServer?] = [];
  let address: TcpFront | undefined;
  beforeAll(async () => {
    primary = await startPostgres({ synchronous_standby_names: '*' });
    standby = await startStandby(primary);
    address = await startTcpFront(primary.port);
  });
  afterAll(async () => {
    await address?.close();
    await standby?.stop();
    await primary?.stop();
  });

  it(
    'loses nothing of what was acknowledged, and doubles nothing',
    { timeout: 60_000 },
    async () => {
      if (primary === undefined || standby === undefined || address === undefined) return;
      const url = new URL(primary.url);
      url.port = String(address.port);
      const store = await openPostgresStore(url.href);
      expect(store.risks()).toEqual([]);
      const acknowledged: number[] = [];
      const claimed: number[] = [];
      const refused: unknown[] = [];
      const over = new AbortController();
      const writing = (async () => {
        while (!over.signal.aborted || refused.length === 0) {
          try {
            // What was on its way may have been written: the next number tells.
            const seq = (await store.lastSeq('trail')) + 1;
            if (!(await store.append('trail', seq, `entry ${seq}`))) continue;
            acknowledged.push(seq);
            if (await store.claim(`sent ${seq}`)) claimed.push(seq);
          } catch (error) {
            refused.push(error);
            expect(error).toBeInstanceOf(StoreUnavailable);
            await new Promise((again) => setTimeout(again, 20));
          }
        }
      })();
      await expect.poll(() => acknowledged.length).toBeGreaterThan(100);

      await primary.end();
      address.moveTo(standby.port);
      await expect.poll(() => refused.length).toBeGreaterThan(0);
      await asPostgres(standby, (client) => client.query('SELECT pg_promote()'));
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 100);
      over.abort();
      await writing;

      const entries: { seq: number; entry: string }[] = [];
      for await (const row of store.read('trail', 1)) entries.push(row);
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
      expect(entries.every(({ seq, entry }) => entry === `entry ${seq}`)).toBe(true);
      const kept = new Set(entries.map(({ seq }) => seq));
      expect(acknowledged.filter((seq) => !kept.has(seq))).toEqual([]);
      expect(new Set(acknowledged).size).toBe(acknowledged.length);
      expect(claimed.length).toBeGreaterThan(100);
      for (const seq of claimed)
        expect(await store.claim(`sent ${seq}`), `claim ${seq}`).toBe(false);
      await store.close();
    },
  );

  it('that ends while a new connection is looked at is away, and ends nothing else', async () => {
    if (standby === undefined) return;
    const near = await startTcpFront(standby.port);
    const url = new URL(standby.url);
    url.port = String(near.port);
    const store = await openPostgresStore(url.href);
    near.moveTo(standby.port);
    near.cutAt('server_encoding');
    await expect
      .poll(() => store.lastSeq('trail').catch((error: unknown) => error))
      .toBeInstanceOf(StoreUnavailable);
    for (let tries = 0; tries < 5; tries++)
      await expect(store.lastSeq('trail')).rejects.toBeInstanceOf(StoreUnavailable);
    near.cutAt(null);
    await expect.poll(() => store.lastSeq('trail').catch(() => -1)).toBeGreaterThan(0);
    await store.close();
    await near.close();
  });
});
