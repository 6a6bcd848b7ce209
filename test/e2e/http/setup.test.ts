import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../sandbox/free-port.js';
import { endAll, runBot } from '../bare-bot.js';
import { eventually } from '../eventually.js';
import type { World } from '../world.js';
import { doorEnv, startHttpWorld } from './http-world.js';

let world: World;
beforeAll(async () => {
  world = await startHttpWorld();
});
afterAll(async () => {
  await endAll();
  await world.close();
});

/** What a bot with this environment says before ending with exit code 1. */
async function refusal(env: Record<string, string>): Promise<string> {
  const bot = runBot(world.dataDir, { ...world.env, ...env });
  expect(await bot.ended).toBe(1);
  return [...bot.out, ...bot.err].join('\n');
}

test('shards beside it are refused, and so is one of the two without the other', async () => {
  expect(await refusal({ SHARDS: '0', SHARD_COUNT: '1' })).toContain(
    'SHARDS and SHARD_COUNT set beside INTERACTIONS_PORT',
  );
  expect(await refusal({ DISCORD_PUBLIC_KEY: '' })).toContain('DISCORD_PUBLIC_KEY is not set');
  expect(await refusal({ INTERACTIONS_PORT: '' })).toContain('INTERACTIONS_PORT is not set');
});

test('the key of another application is refused', async () => {
  expect(await refusal({ DISCORD_PUBLIC_KEY: 'd7'.repeat(32) })).toContain(
    'DISCORD_PUBLIC_KEY is not the public key of the application that DISCORD_TOKEN belongs to',
  );
});

test('a port that another process has is refused', async () => {
  const port = Number(world.env['INTERACTIONS_PORT']);
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  expect(await refusal({})).toContain(`INTERACTIONS_PORT ${port} on 127.0.0.1 cannot be had`);
  other.close();
});

test('it says that Discord has no address to POST to', async () => {
  const { addresses } = world.discord.endpoint;
  const entered = addresses.splice(0);
  const bot = runBot(world.dataDir, world.env);
  await eventually(() =>
    expect(bot.out.join('\n')).toContain('enter the Interactions Endpoint URL'),
  );
  bot.signal('SIGTERM');
  expect(await bot.ended).toBe(0);
  addresses.push(...entered);
});

test('it is ready once Discord has said whose token it has', async () => {
  const healthPort = await freePort();
  world.discord.faults.nextRequests.push('500', '500', '500', '500');
  const bot = runBot(world.dataDir, {
    ...world.env,
    ...(await doorEnv(world)),
    HEALTH_PORT: String(healthPort),
  });
  const ready = async () => (await fetch(`http://127.0.0.1:${healthPort}/readyz`)).status;
  await eventually(async () => expect(await ready()).toBe(200), { timeout: 30_000 });
  expect(bot.out.join('\n')).toContain('Discord has not said yet whose token this is');
  expect(world.discord.connections.upgrades).toBe(0);
  bot.signal('SIGTERM');
  expect(await bot.ended).toBe(0);
});
