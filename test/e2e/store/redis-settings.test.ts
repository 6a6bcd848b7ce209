import { createClient, type RedisClientType } from '@keyv/redis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  hasRedisServer,
  startRedisServer,
  type RedisServer,
} from '../../store/support/redis-server.js';
import { endAll, runBot } from '../bare-bot.js';
import { changeWorld } from '../changes/change-world.js';
import { shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';

const title = hasRedisServer ? 'a Redis that forgets' : 'skipped: no redis-server';

describe.skipIf(!hasRedisServer)(title, () => {
  let world: World;
  let redis: RedisServer | undefined;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterEach(async () => {
    await redis?.stop();
    redis = undefined;
  });
  afterAll(async () => {
    await endAll();
    await world.close();
  });

  async function refusal(url: string, env: Record<string, string> = {}): Promise<string> {
    const bot = runBot(world.dataDir, { ...world.env, REDIS_URL: url, ...env });
    expect(await bot.ended).toBe(1);
    const said = bot.err.join('\n');
    expect(said).not.toContain('not-so-secret');
    expect(said).not.toMatch(/^\s+at /m);
    return said;
  }

  /** Does something as the server's administrator. */
  async function asAdmin(
    { url }: RedisServer,
    act: (client: RedisClientType) => Promise<unknown>,
  ): Promise<void> {
    const client: RedisClientType = createClient({ url });
    await client.connect();
    await act(client);
    client.destroy();
  }

  test.each([
    ['appendonly-no', { appendonly: 'no' }],
    ['appendfsync-everysec', { appendfsync: 'everysec' }],
    ['appendfsync-no', { appendfsync: 'no' }],
    ['no-appendfsync-on-rewrite', { 'no-appendfsync-on-rewrite': 'yes' }],
    ['eviction', { maxmemory: '100mb', 'maxmemory-policy': 'allkeys-lru' }],
    ['eviction', { maxmemory: '100mb', 'maxmemory-policy': 'volatile-ttl' }],
  ])('%s is refused by name', async (name, settings) => {
    redis = await startRedisServer(undefined, settings);
    const said = await refusal(redis.url);
    expect(said).toContain(`  - ${name}: `);
    expect(said).toContain(`REDIS_MAY_LOSE=${name}`);
    expect(await refusal(redis.url, { REDIS_MAY_LOSE: 'failover' })).toContain(`  - ${name}: `);
  });

  test('settings that cannot be read are refused by name', async () => {
    redis = await startRedisServer();
    await asAdmin(redis, (client) =>
      client.aclSetUser('bot', ['on', '>not-so-secret', '~*', '&*', '+@all', '-config']),
    );
    const url = redis.url.replace('//:', '//bot:');
    const said = await refusal(url);
    expect(said).toContain('  - unseen-settings: ');
    expect(said).not.toContain('appendonly-no');
  });

  test('a replica is refused, and its primary by name', async () => {
    redis = await startRedisServer();
    const { url, port } = redis;
    const replica = await startRedisServer(undefined, { masterauth: 'not-so-secret' });
    await asAdmin(replica, (client) => client.replicaOf('127.0.0.1', port));
    await expect.poll(() => refusal(url)).toContain('  - failover: ');
    expect(await refusal(replica.url)).toContain('is a replica and takes no writes');
    await replica.stop();
  });

  test('a password that is wanted and not given is said in words', async () => {
    redis = await startRedisServer();
    const said = await refusal(redis.url.replace(':not-so-secret@', ''));
    expect(said).toMatchInlineSnapshot(
      `"The store at REDIS_URL cannot be used: NOAUTH. The server wants a password, and REDIS_URL gives none: redis://:password@host:port."`,
    );
  });

  test('what is allowed by name is said in the log, by /setup check and on each card', async () => {
    redis = await startRedisServer(undefined, { appendfsync: 'everysec' });
    const { url } = redis;
    const weak = await startWorld({
      env: { REDIS_URL: url, REDIS_MAY_LOSE: 'appendfsync-everysec' },
    });
    await weak.start();
    const told = weak.log.filter((line) => line.includes('the store may lose'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('appendfsync-everysec');
    const changes = await changeWorld(weak);
    const sentence =
      '⚠️ The bot’s store may lose saved entries: the last second after a crash. The bot’s operator allowed this.';
    expect(shown(await changes.askToMove())).toContain(sentence);
    expect(shown(await ask(changes.as('admin'), 'setup check'))).toContain(
      sentence.replace('⚠️', '⚠️ warning · **Store** ·'),
    );

    // Set weaker while it runs, and seen at the next connection.
    await asAdmin(redis, (client) => client.configSet('appendonly', 'no'));
    await asAdmin(redis, (client) => client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal']));
    await expect.poll(() => weak.bot.state).toBe('dead');
    expect(weak.log.join('\n')).toContain('  - appendonly-no: ');
    await weak.close();
  });

  test('one that keeps everything is said nothing of', async () => {
    redis = await startRedisServer();
    const sound = await startWorld({ env: { REDIS_URL: redis.url } });
    await sound.start();
    const changes = await changeWorld(sound);
    expect(shown(await changes.askToMove())).not.toContain('may lose');
    expect(shown(await ask(changes.as('admin'), 'setup check'))).not.toContain('**Store**');
    expect(sound.log.join('\n')).not.toContain('may lose');
    await sound.close();
  });
});
