import { EventEmitter } from 'node:events';
import type { SimpleShardingStrategy } from 'discord.js';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { ShardManager } from '../../../src/discord/gateway/dispatch-gate.js';
import type { GatewayInformation } from '../../../src/discord/gateway/gateway-information.js';
import { persist } from '../../../src/discord/gateway/persistent-sharding.js';

/** discord.js as far as it is asked, with one shard whose connections are counted. */
async function spawned(retrieveSessionInfo: () => Promise<null>) {
  const seen = { opened: 0 };
  const shard = {
    status: 0,
    connection: null,
    async internalConnect() {
      seen.opened += 1;
    },
    destroy: () => Promise.reject(new Error('not broken off')),
    unpackMessage: async (data: unknown): Promise<unknown> => data,
    async onMessage() {
      throw new Error('no sense');
    },
  };
  const options = { retrieveSessionInfo, shardCount: 1 };
  // Of the whole manager, strategy and information these parts alone are used.
  const manager: ShardManager = Object.assign(Object(new EventEmitter()), { options });
  const shards = new Map([[0, shard]]);
  const strategy: SimpleShardingStrategy = Object({ shards, spawn: async () => undefined });
  const information: GatewayInformation = Object({});
  const log = pino({ level: 'silent' });
  const { signal } = new AbortController();
  await persist({ manager, strategy, information, log, signal }).spawn([0]);
  return { shard, seen };
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

test('neither a frame that makes no sense nor a connection that stays rejects anything', async () => {
  const { shard } = await spawned(async () => null);
  await shard.onMessage();
  // An unhandled rejection would fail this run.
  await new Promise((resolve) => setImmediate(resolve));
});
