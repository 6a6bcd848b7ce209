import { EventEmitter } from 'node:events';
import type { SimpleShardingStrategy } from 'discord.js';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ShardManager } from '../../../src/discord/gateway/dispatch-filter.js';
import type { GatewayInformation } from '../../../src/discord/gateway/gateway-information.js';
import { persist } from '../../../src/discord/gateway/reconnecting-shards.js';

/** As much of discord.js as is used, with one shard whose connections are counted. */
async function spawned(retrieveSessionInfo: () => Promise<null>, refusedFirst = 0) {
  const seen = { opened: 0 };
  const shard = {
    status: 0,
    connection: null,
    async internalConnect() {
      seen.opened += 1;
      if (seen.opened <= refusedFirst) throw new SyntaxError('no such address');
    },
    destroy: () => Promise.reject(new Error('not broken off')),
    unpackMessage: async (data: unknown): Promise<unknown> => data,
    async onMessage() {
      throw new Error('no sense');
    },
  };
  const options = { retrieveSessionInfo, shardCount: 1 };
  // Only these parts of manager, strategy and information are used.
  const manager: ShardManager = Object.assign(Object(new EventEmitter()), { options });
  const shards = new Map([[0, shard]]);
  const strategy: SimpleShardingStrategy = Object({
    shards,
    spawn: async () => undefined,
    destroy: () => Promise.reject(new Error('not ended')),
  });
  const information: GatewayInformation = Object({});
  const log = pino({ level: 'silent' });
  const { signal } = new AbortController();
  const sharding = persist({ manager, strategy, information, log, signal });
  await sharding.spawn([0]);
  return { shard, seen, sharding };
}

test('a shard that could not find its turn connects all the same, and later too', async () => {
  let asks = 0;
  const { shard, seen } = await spawned(async () => {
    asks += 1;
    if (asks === 1) throw new Error('no session to be had');
    return null;
  });
  await shard.internalConnect();
  await shard.internalConnect();
  expect(seen.opened).toBe(2);
});

/** In the bot, an unhandled rejection ends the process. */
const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);
beforeEach(() => void process.on('unhandledRejection', note));
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled.splice(0)).toEqual([]);
});

test('neither a frame that makes no sense nor a connection that stays rejects anything', async () => {
  const { shard } = await spawned(async () => null);
  await shard.onMessage();
});

test('a connection that cannot be opened is tried again, and rejects nothing', async () => {
  const { shard, seen } = await spawned(async () => null, 1);
  // As discord.js does when a connection was lost.
  void shard.internalConnect();
  await expect.poll(() => seen.opened, { timeout: 5_000 }).toBe(2);
});

test('shards that discord.js fails to end reject nothing', async () => {
  const { sharding } = await spawned(async () => null);
  await sharding.destroy({});
});

test('a shard that discord.js connects twice at once opens one connection', async () => {
  const { shard, seen } = await spawned(async () => null);
  await Promise.all([shard.internalConnect(), shard.internalConnect()]);
  expect(seen.opened).toBe(1);
});
