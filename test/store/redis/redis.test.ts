import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '@keyv/redis';
import { openRedisStore } from '../../../src/store/redis/redis.js';
import { describeStoreContract } from '../support/contract.js';
import { hasRedisServer, startRedisServer, type RedisServer } from '../support/redis-server.js';

const skipped = hasRedisServer ? '' : ' (skipped: no redis-server)';

describe.skipIf(!hasRedisServer)(`redis store${skipped}`, () => {
  let server: RedisServer;

  beforeAll(async () => {
    server = await startRedisServer();
  });

  afterAll(() => server.stop());

  describeStoreContract(() => ({
    open: async () => {
      const client = await createClient({ url: server.url }).connect();
      await client.flushAll();
      client.destroy();
      return openRedisStore(server.url);
    },
    openAgain: () => openRedisStore(server.url),
    pass: (ms) => sleep(ms + 20),
    shortMs: 1_000,
    end: async () => {},
  }));

  it('gives what somebody else added before a first entry, and bytes that are no text', async () => {
    const client = await createClient({ url: server.url }).connect();
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
});
