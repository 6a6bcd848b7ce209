import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe } from 'vitest';
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
});
