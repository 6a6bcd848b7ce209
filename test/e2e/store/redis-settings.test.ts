import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  asAdmin,
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

  // The others: test/store/redis/redis-settings.test.ts
  test('is refused by name, whatever else was allowed', async () => {
    redis = await startRedisServer(undefined, { appendfsync: 'everysec' });
    const bot = runBot(world.dataDir, {
      ...world.env,
      REDIS_URL: redis.url,
      REDIS_MAY_LOSE: 'failover',
    });
    expect(await bot.ended).toBe(1);
    const said = bot.err.join('\n');
    expect(said).toContain('  - appendfsync-everysec: ');
    expect(said).toContain('STORE_MAY_LOSE=appendfsync-everysec');
    expect(said).not.toContain('not-so-secret');
    expect(said).not.toMatch(/^\s+at /m);
  });

  test('in cluster mode is refused in words', async () => {
    redis = await startRedisServer(undefined, { 'cluster-enabled': 'yes' });
    const bot = runBot(world.dataDir, { ...world.env, STORE_URL: redis.url });
    expect(await bot.ended).toBe(1);
    const said = bot.err.join('\n');
    expect(said).toContain('runs in cluster mode');
    expect(said).not.toMatch(/^\s+at /m);
  });

  test('whose user may not name its connection is refused: the tools would not see the bot', async () => {
    redis = await startRedisServer();
    await asAdmin(redis.url, (client) =>
      client.aclSetUser('bot', ['on', '>pw', '~pitboss:*', '+@all', '-client']),
    );
    const bot = runBot(world.dataDir, {
      ...world.env,
      STORE_URL: `redis://bot:pw@127.0.0.1:${redis.port}`,
    });
    expect(await bot.ended).toBe(1);
    const said = bot.err.join('\n');
    expect(said).toContain('"+client|setname"');
    expect(said).not.toMatch(/^\s+at /m);
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

    // Weakened while it runs, which is detected at the next connection.
    await asAdmin(redis.url, (client) => client.configSet('appendonly', 'no'));
    await asAdmin(redis.url, (client) => client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal']));
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
    expect(shown(await ask(changes.as('admin'), 'setup check'))).toContain(
      '**Store** · saves what it is given',
    );
    expect(sound.log.join('\n')).not.toContain('may lose');
    await sound.close();
  });
});
