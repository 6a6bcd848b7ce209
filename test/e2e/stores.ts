import { describe } from 'vitest';
import { hasRedisServer, startRedisServer } from '../store/support/redis-server.js';

/** Where a test's bots keep what must outlast them. */
export interface TestStore {
  /** What the bots are given beside the rest. */
  readonly env: Record<string, string>;
  stop(): Promise<void>;
}

/** The same tests on the embedded store and on a real Redis server, where there is one. */
export function onEachStore(tests: (start: () => Promise<TestStore>) => void): void {
  describe('on the embedded store', () => tests(async () => ({ env: {}, stop: async () => {} })));
  describe.skipIf(!hasRedisServer)(
    hasRedisServer ? 'on Redis' : 'on Redis, skipped: no redis-server',
    () =>
      tests(async () => {
        const redis = await startRedisServer();
        return { env: { REDIS_URL: redis.url }, stop: () => redis.stop() };
      }),
  );
}
