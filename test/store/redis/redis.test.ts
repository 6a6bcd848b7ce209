import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newClient } from '../../../src/store/redis/connect.js';
import { openRedisStore } from '../../../src/store/redis/redis.js';
import type { Store } from '../../../src/store/store.js';
import { describeStoreContract } from '../support/contract.js';
import {
  asAdmin,
  hasRedisServer,
  startRedisServer,
  type RedisServer,
} from '../support/redis-server.js';

const skipped = hasRedisServer ? '' : ' (skipped: no redis-server)';

describe.skipIf(!hasRedisServer)(`redis store${skipped}`, () => {
  let server: RedisServer;

  beforeAll(async () => {
    server = await startRedisServer();
  });

  afterAll(() => server.stop());

  describeStoreContract(() => ({
    open: async () => {
      await asAdmin(server.url, (client) => client.flushAll());
      return openRedisStore(server.url);
    },
    openAgain: () => openRedisStore(server.url),
    pass: (ms) => sleep(ms + 20),
    shortMs: 1_000,
    end: async () => {},
  }));

  it('gives what somebody else added before a first entry, and bytes that are no text', async () => {
    const client = newClient({ url: server.url });
    await client.connect();
    await client.flushAll();
    const bytes = Buffer.from([0x61, 0xff, 0x62]);
    for (const id of ['0-1', '1-0'])
      await client.sendCommand(['XADD', 'pitboss:stream:s', id, 'entry', bytes]);
    client.destroy();
    const store = await openRedisStore(server.url);
    const rows: unknown[] = [];
    for await (const row of store.read('s', -Infinity)) rows.push(row);
    // Differs from what was written, so its hash doesn't match.
    const entry = 'a\u{FFFD}b';
    expect(rows).toEqual([
      { seq: 0, entry },
      { seq: 1, entry },
    ]);
    await store.close();
  });

  describe.each([
    ['sets the highest id back', '+xsetid'],
    ['copies the stream, as where the server refuses to', '-xsetid'],
  ])('after the newest entries were deleted %s', (_how, rule) => {
    let store: Store;
    const redis = (...command: string[]) =>
      asAdmin(server.url, (client) => client.sendCommand(command));
    beforeEach(async () => {
      await redis('FLUSHALL');
      await redis('ACL', 'SETUSER', 'default', rule);
      store = await openRedisStore(server.url);
    });
    afterEach(async () => {
      await store.close();
      await redis('ACL', 'SETUSER', 'default', '+xsetid');
    });

    async function entries(): Promise<string[]> {
      const found: string[] = [];
      for await (const { seq, entry } of store.read('s', 0)) found.push(`${seq} ${entry}`);
      return found;
    }

    const fill = async (count: number) => {
      for (let seq = 1; seq <= count; seq++)
        expect(await store.append('s', seq, `entry ${seq}`)).toBe(true);
    };

    it('goes on after the last one left, of a stream longer than a page', async () => {
      await fill(1_203);
      await redis('XDEL', 'pitboss:stream:s', '1202-0', '1203-0');
      expect(await store.lastSeq('s')).toBe(1_201);
      expect(await store.append('s', 1_204, 'past the gap')).toBe(false);
      expect(await store.append('s', 1_201, 'there already')).toBe(false);
      const appended = [1, 2, 3].map((by) => store.append('s', 1_202, `by ${by}`));
      expect(await Promise.all(appended)).toEqual([true, false, false]);
      expect(await store.append('s', 1_203, 'next')).toBe(true);
      const found = await entries();
      expect(found).toHaveLength(1_203);
      expect(found.slice(-3)).toEqual(['1201 entry 1201', '1202 by 1', '1203 next']);
      expect(await store.lastSeq('s')).toBe(1_203);
      expect(await namesOf(store)).toEqual(['s']);
    });

    it('begins anew where none is left', async () => {
      await fill(2);
      await redis('XDEL', 'pitboss:stream:s', '1-0', '2-0');
      expect(await store.lastSeq('s')).toBe(0);
      expect(await store.append('s', 2, 'too early')).toBe(false);
      expect(await store.append('s', 1, 'first')).toBe(true);
      expect(await entries()).toEqual(['1 first']);
    });

    it('writes nothing while the memory is full', async () => {
      await fill(3);
      await redis('XDEL', 'pitboss:stream:s', '3-0');
      await redis('CONFIG', 'SET', 'maxmemory', '1');
      await expect(store.append('s', 3, 'x')).rejects.toThrow('OOM');
      await expect(store.append('t', 1, 'x')).rejects.toThrow('OOM');
      await redis('CONFIG', 'SET', 'maxmemory', '0');
      expect(await entries()).toEqual(['1 entry 1', '2 entry 2']);
      expect(await namesOf(store)).toEqual(['s']);
      expect(await store.append('s', 3, 'now')).toBe(true);
    });
  });

  it('counts by the newest entry where one between was deleted', async () => {
    await asAdmin(server.url, (client) => client.flushAll());
    const store = await openRedisStore(server.url);
    for (const seq of [1, 2, 3]) await store.append('s', seq, 'entry');
    await asAdmin(server.url, (client) => client.xDel('pitboss:stream:s', '2-0'));
    expect(await store.lastSeq('s')).toBe(3);
    expect(await store.append('s', 3, 'again')).toBe(false);
    expect(await store.append('s', 4, 'entry')).toBe(true);
    await store.close();
  });
});

async function namesOf(store: Store): Promise<string[]> {
  const names: string[] = [];
  for await (const name of store.streamNames('')) names.push(name);
  return names;
}
