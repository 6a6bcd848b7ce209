import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runBuilt } from '../../../store/support/child.js';
import { startTcpFront, type TcpFront } from '../../../support/tcp-front.js';
import {
  hasRedisServer,
  LOADS_SLOWLY,
  startRedisServer,
  type RedisServer,
} from '../../../store/support/redis-server.js';
import { changeWorld, confirm, type ChangeWorld } from '../../changes/change-world.js';
import { eventually } from '../../eventually.js';
import { startWorld } from '../../world.js';

const title = hasRedisServer ? 'a Redis that loads its data' : 'skipped: no redis-server';

/** What the store itself does meanwhile: `test/store/redis/redis-reconnected.test.ts`. */
describe.skipIf(!hasRedisServer)(title, () => {
  let redis: RedisServer;
  let world: ChangeWorld;
  let address: TcpFront;
  beforeEach(async () => {
    redis = await startRedisServer(undefined, LOADS_SLOWLY);
    await redis.fill();
    address = await startTcpFront(redis.port);
    const url = redis.url.replace(String(redis.port), String(address.port));
    const house = await startWorld({ env: { STORE_URL: url, POOL_API_TIMEOUT_MS: '6000' } });
    await house.start();
    world = await changeWorld(house);
  });
  afterEach(async () => {
    await world.close();
    await redis.stop();
    await address.close();
  });

  test('keeps no answer of the pool from the card, and ends no bot', async () => {
    const card = await world.askToMove();
    Object.assign(world.pool.faults, { latencyMs: 2_000, only: isWrite });
    const confirming = confirm(world, 'manager', card);
    await eventually(() => expect(world.writes()).toHaveLength(1), PATIENT);
    await redis.end();
    const again = redis.startAgain();
    await confirming;
    await again;
    await eventually(() => expect(world.card(card)).toContain('the pool answered'), PATIENT);
    expect(world.bot.state).toBe('running');
    expect(world.log.join('\n')).not.toContain('appendonly-no');
    expect(world.writes()).toHaveLength(1);
  }, 90_000);

  test('is checked once it has: one that was moved meanwhile sends nothing, and ends the bot', async () => {
    const card = await world.askToMove();
    address.moveTo(1);
    const moving = ['--to', join(world.dataDir, 'new')];
    const env = { ...world.env, STORE_URL: redis.url };
    // The tool refuses while the server still lists the bot's connection.
    await eventually(async () => {
      const child = runBuilt('bot/move-store.js', moving, env);
      expect(await child.ended(), child.errors()).toBe(0);
    }, PATIENT);
    await redis.end();
    const again = redis.startAgain();
    address.moveTo(redis.port);
    await again;
    await eventually(() => expect(world.bot.state).toBe('dead'), PATIENT);
    expect(world.log.join('\n')).toContain('This store was moved to ');
    expect(world.writes()).toEqual([]);
    expect(world.card(card)).toContain('Nothing has been sent yet');
  }, 90_000);
});

/** Loading takes seconds, and more on a busy machine. */
const PATIENT = { timeout: 30_000 };

const isWrite = ({ method }: { method: string }) => method !== 'GET';
