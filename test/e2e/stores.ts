import { describe } from 'vitest';
import { asPostgres, hasPostgres, startPostgres } from '../store/support/postgres-server.js';
import { asAdmin, hasRedisServer, startRedisServer } from '../store/support/redis-server.js';

/** Where a test's bots keep what must outlast them. */
export interface TestStore {
  /** Additional environment for the bots. */
  readonly env: Record<string, string>;
  /** On a server, claims expire by its own clock, which no test sets. */
  letClaimsRunOut(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs the same tests on the embedded store, and on real Redis and Postgres servers if installed.
 * All run at once, because they mostly wait; use `describe.sequential` where order matters.
 */
export function onEachStore(
  tests: (start: () => Promise<TestStore>, isServer: boolean) => void,
): void {
  const besideEachOther = { concurrent: true };
  describe('on the embedded store', besideEachOther, () =>
    tests(async () => ({ env: {}, letClaimsRunOut: async () => {}, stop: async () => {} }), false),
  );
  describe.skipIf(!hasRedisServer)(
    hasRedisServer ? 'on Redis' : 'on Redis, skipped: no redis-server',
    besideEachOther,
    () =>
      tests(async () => {
        const redis = await startRedisServer();
        return {
          env: { STORE_URL: redis.url },
          letClaimsRunOut: () =>
            asAdmin(redis.url, async (client) => {
              for (const key of await client.keys('pitboss:claim:*')) await client.del(key);
            }),
          stop: () => redis.stop(),
        };
      }, true),
  );
  describe.skipIf(!hasPostgres)(
    hasPostgres ? 'on Postgres' : 'on Postgres, skipped: no postgres',
    besideEachOther,
    () =>
      tests(async () => {
        const postgres = await startPostgres();
        return {
          env: { STORE_URL: postgres.url },
          letClaimsRunOut: () =>
            asPostgres(postgres, (client) =>
              client.query("DELETE FROM pitboss_entries WHERE space = ':claims'"),
            ),
          stop: () => postgres.stop(),
        };
      }, true),
  );
}
