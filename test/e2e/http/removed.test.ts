import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbeddedStore } from '../../../src/store/sqlite/sqlite.js';
import type { Store } from '../../../src/store/store.js';
import { clockFromFile, setDaysAhead } from '../days-ahead.js';
import { eventually } from '../eventually.js';
import type { World } from '../world.js';
import { startHttpWorld } from './http-world.js';

let world: World;
let store: Store;
beforeAll(async () => {
  world = await startHttpWorld({ env: { ...clockFromFile, LOG_LEVEL: 'debug' } });
  await world.start();
  store = await openEmbeddedStore(join(world.dataDir, 'data'));
}, 60_000);
afterAll(async () => {
  await store.close();
  await world.close();
});

const hasKey = async ({ guild }: World) =>
  (await store.namespace('guild-keys').get(guild.id)) !== undefined;

/** Starts the bot this many days later, and waits until it has looked for missing servers. */
async function look(days: number): Promise<void> {
  await world.bot.stop();
  await setDaysAhead(world, days);
  const looked = looks();
  world.bot.start();
  await eventually(() => expect(looks()).toBeGreaterThan(looked), { timeout: 30_000 });
}

function looks(): number {
  return world.log.filter((line) => line.includes('looked for missing servers')).length;
}

test('a server that removed the bot is found missing, and forgotten after seven days', async () => {
  const [gone, stays] = [world.neighbour(), world.neighbour()];
  for (const each of [gone, stays]) await each.connect();
  world.discord.removeBot(gone.guild.id);
  await look(1);
  expect(world.log.join('\n')).toContain(`"guild":"${gone.guild.id}","msg":"a server is missing`);
  expect(await hasKey(gone)).toBe(true);
  await look(7.9);
  expect(await hasKey(gone)).toBe(true);
  await look(8.1);
  expect(await hasKey(gone)).toBe(false);
  expect(await hasKey(stays)).toBe(true);
  // The clock was ahead, and is right again.
  await look(1);
}, 120_000);
