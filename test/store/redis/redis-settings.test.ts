import { afterEach, describe, expect, test } from 'vitest';
import { DURABILITY_RISKS, type DurabilityRisk } from '../../../src/domain/durability-risks.js';
import { openStore } from '../../../src/store/open-store.js';
import { openBulkRedis } from '../../../src/store/redis/bulk-redis.js';
import { StoreUnusable } from '../../../src/store/unusable.js';
import {
  asAdmin,
  hasRedisServer,
  startRedisServer,
  type RedisServer,
} from '../support/redis-server.js';

const title = hasRedisServer ? 'a real Redis' : 'skipped: no redis-server';

/** How the bot reports and shows it: `test/e2e/store/redis-settings.test.ts`. */
describe.skipIf(!hasRedisServer)(title, () => {
  let redis: RedisServer | undefined;
  afterEach(async () => {
    await redis?.stop();
    redis = undefined;
  });

  const opened = (redisUrl: string, mayLose: readonly DurabilityRisk[] = []) =>
    openStore({ dataDir: '/nowhere', url: redisUrl, mayLose });

  /** What the operator is told instead of getting a store. */
  async function refusal(
    redisUrl: string,
    mayLose: readonly DurabilityRisk[] = [],
  ): Promise<string> {
    const error: unknown = await opened(redisUrl, mayLose).then(
      () => new Error('it was opened'),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StoreUnusable);
    const said = error instanceof Error ? error.message : '';
    expect(said).not.toContain('not-so-secret');
    return said;
  }

  test.each([
    ['appendonly-no', { appendonly: 'no' }],
    ['appendfsync-everysec', { appendfsync: 'everysec' }],
    ['appendfsync-no', { appendfsync: 'no' }],
    ['no-appendfsync-on-rewrite', { 'no-appendfsync-on-rewrite': 'yes' }],
    ['eviction', { maxmemory: '100mb', 'maxmemory-policy': 'allkeys-lru' }],
    ['eviction', { maxmemory: '100mb', 'maxmemory-policy': 'volatile-ttl' }],
  ] as const)('%s is refused by name', async (name, settings) => {
    redis = await startRedisServer(undefined, settings);
    const said = await refusal(redis.url);
    expect(said).toContain(`  - ${name}: `);
    expect(said).toContain(`STORE_MAY_LOSE=${name}`);
    const others = DURABILITY_RISKS.filter((risk) => risk !== name);
    expect(await refusal(redis.url, others)).toContain(`  - ${name}: `);
  });

  test('an append-only file that isn’t written yet is refused by name, until it is', async () => {
    redis = await startRedisServer(undefined, { appendonly: 'no' });
    await asAdmin(redis.url, async (client) => {
      await client.set('other', 'x');
      // In µs. Stands for much data.
      await client.configSet('rdb-key-save-delay', '60000000');
      await client.configSet('appendonly', 'yes');
    });
    expect(await refusal(redis.url)).toContain('  - appendonly-unwritten: ');
    const allowed = await opened(redis.url, ['appendonly-unwritten']);
    expect(allowed.risks()).toEqual(['appendonly-unwritten']);
    await allowed.close();
    // Begun once more, now without the delay.
    await asAdmin(redis.url, async (client) => {
      await client.configSet('rdb-key-save-delay', '0');
      await client.configSet('appendonly', 'no');
      await client.configSet('appendonly', 'yes');
    });
    const { url } = redis;
    await expect
      .poll(() => opened(url).then((store) => store.close().then(() => 'sound'), String))
      .toBe('sound');
  });

  test('settings that cannot be read are refused by name', async () => {
    redis = await startRedisServer();
    await asAdmin(redis.url, (client) =>
      client.aclSetUser('bot', ['on', '>not-so-secret', '~*', '&*', '+@all', '-config']),
    );
    const said = await refusal(redis.url.replace('//:', '//bot:'));
    expect(said).toContain('  - unseen-settings: ');
    expect(said).not.toContain('appendonly-no');
  });

  test('a user who may not name its connection is refused, and told the right it lacks', async () => {
    redis = await startRedisServer();
    const url = redis.url.replace('//:', '//bot:');
    const allow = (...rights: string[]) =>
      asAdmin(redis?.url ?? '', (client) => client.aclSetUser('bot', rights));
    // With the last of them, those that the README names.
    const others = '~pitboss:* +@read +@write +@scripting +info +ping +config|get';
    await allow('on', '>not-so-secret', ...others.split(' '));
    expect(await refusal(url, DURABILITY_RISKS)).toContain('"+client|setname"');
    await allow('+client|setname');
    const store = await opened(url);
    expect(await store.append('stream', 1, 'one')).toBe(true);
    await store.namespace('settings').set('1', 'one');
    const whole = await openBulkRedis(redis.url, null);
    expect(await whole.others()).toBe(1);
    await whole.close();
    await store.close();
  });

  test('a replica is refused, and its primary by name', async () => {
    redis = await startRedisServer();
    const { url, port } = redis;
    const replica = await startRedisServer(undefined, { masterauth: 'not-so-secret' });
    await asAdmin(replica.url, (client) => client.replicaOf('127.0.0.1', port));
    await expect.poll(() => refusal(url)).toContain('  - failover: ');
    expect(await refusal(replica.url)).toContain('is a replica and takes no writes');
    await replica.stop();
  });

  test('cluster mode is refused, by the tools too, whatever is allowed', async () => {
    redis = await startRedisServer(undefined, { 'cluster-enabled': 'yes' });
    // Serves every key by itself, so that most of what a bot does would work.
    await asAdmin(redis.url, (client) =>
      client.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', '0', '16383']),
    );
    expect(await refusal(redis.url, DURABILITY_RISKS)).toContain('runs in cluster mode');
    await expect(openBulkRedis(redis.url, null)).rejects.toThrow('runs in cluster mode');
  });

  test('a password that is wanted and not given is said in words', async () => {
    redis = await startRedisServer();
    const said = await refusal(redis.url.replace(':not-so-secret@', ''));
    expect(said).toMatchInlineSnapshot(
      `"The store at STORE_URL cannot be used: NOAUTH. The server wants a password, and STORE_URL gives none: redis://:password@host:port."`,
    );
  });
});
