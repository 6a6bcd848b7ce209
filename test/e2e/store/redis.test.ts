import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  hasRedisServer,
  startRedisServer,
  type RedisServer,
} from '../../store/support/redis-server.js';
import { endAll, runBot } from '../bare-bot.js';
import { idOf, shown } from '../shown.js';
import { ask, settledOf, startWorld, type World } from '../world.js';

const title = hasRedisServer ? 'with REDIS_URL' : 'skipped: no redis-server';

describe.skipIf(!hasRedisServer)(title, () => {
  let redis: RedisServer;
  let world: World;
  beforeAll(async () => {
    redis = await startRedisServer();
    world = await startWorld({ env: { REDIS_URL: redis.url } });
    await world.start();
  });
  afterAll(async () => {
    await endAll();
    await world.close();
    await redis.stop();
  });

  test('a key is connected, the pool read, settings kept', async () => {
    expect(shown(await world.connect())).toContain('# Connected');
    await ask(world.as('admin'), 'setup defaults', { timezone: 'America/Chicago' });
    expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
  });

  test('all of it is there after a kill -9, and old buttons work', async () => {
    const list = await ask(world.as('viewer'), 'miners list');
    world.bot.kill();
    await expect.poll(() => world.bot.state).toBe('dead');
    await world.start();
    const next = await settledOf(world.as('viewer').click(list, idOf(list, 'Next')));
    expect(shown(next)).toContain('Page 2');
    expect(shown(await ask(world.as('admin'), 'setup show'))).toContain('`America/Chicago`');
  });

  test('a second process elsewhere shares it, and nothing lies in the data folder', async () => {
    const second = runBot(world.dataDir, { ...world.env, DATA_DIR: `${world.dataDir}/elsewhere` });
    await expect.poll(() => second.out.join('\n'), { timeout: 15_000 }).toContain('"msg":"ready"');
    await world.bot.stop();
    expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
    expect(shown(await ask(world.as('admin'), 'setup show'))).toContain('`America/Chicago`');
    expect(await readdir(world.dataDir)).toEqual([]);
    second.signal('SIGTERM');
    expect(await second.ended).toBe(0);
  });
});
