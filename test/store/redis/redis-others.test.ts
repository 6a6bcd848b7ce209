import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRedisStore } from '../../../src/store/redis/redis.js';
import { openBulkRedis } from '../../../src/store/redis/bulk-redis.js';
import type { Store } from '../../../src/store/store.js';
import { hasRedisServer, startRedisServer, type RedisServer } from '../support/redis-server.js';

const title = hasRedisServer ? 'a bot on database 1' : 'skipped: no redis-server';

describe.skipIf(!hasRedisServer)(title, () => {
  let redis: RedisServer;
  let bot: Store;
  beforeAll(async () => {
    redis = await startRedisServer();
    bot = await openRedisStore(`${redis.url}/1`);
  });
  afterAll(async () => {
    await bot.close();
    await redis.stop();
  });

  test.each([
    ['/1', 1],
    ['/0', 0],
    ['/', 0],
    ['', 0],
    ['/2', 0],
  ])('uses what a tool finds at redis://host%s: %d', async (path, others) => {
    const whole = await openBulkRedis(redis.url + path, null);
    expect(await whole.others()).toBe(others);
    await whole.close();
  });
});
