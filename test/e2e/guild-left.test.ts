import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openEmbeddedStore } from '../../src/store/embedded.js';
import type { Store } from '../../src/store/store.js';
import { shown } from './shown.js';
import { ask, startWorld, type World } from './world.js';

let world: World;
let store: Store;
beforeAll(async () => {
  world = await startWorld();
  await world.start();
  store = await openEmbeddedStore(join(world.dataDir, 'data'));
});
afterAll(async () => {
  await store.close();
  await world.close();
});

/** Which of the spaces with a guild's secrets and settings hold something of it. */
async function keptOf({ guild }: World): Promise<string[]> {
  const spaces = ['guild-keys', 'guild-settings'];
  const there = await Promise.all(spaces.map((name) => store.space(name).get(guild.id)));
  return spaces.filter((_, index) => there[index] !== undefined);
}

/** A guild with a key and settings of its own. */
async function settled(): Promise<World> {
  const there = world.neighbour();
  await there.connect();
  await ask(there.as('admin'), 'setup defaults', { timezone: 'Europe/Oslo' });
  expect(await keptOf(there)).toEqual(['guild-keys', 'guild-settings']);
  return there;
}

test('thrown out: key and settings are gone, and others stay', async () => {
  const [gone, stays] = [await settled(), await settled()];
  world.discord.removeBot(gone.guild.id);
  await vi.waitFor(async () => expect(await keptOf(gone)).toEqual([]), 5_000);
  expect(await keptOf(stays)).toHaveLength(2);
});

test('an outage of Discord is no leaving, not even over a restart', async () => {
  const there = await settled();
  world.discord.setUnavailable(there.guild.id, true);
  await world.bot.stop();
  await world.start();
  await vi.waitFor(() => expect(readies()).toBe(2), 5_000);
  world.discord.setUnavailable(there.guild.id, false);
  expect(shown(await ask(there.as('viewer'), 'summary'))).toContain('# Pool summary');
  expect(await keptOf(there)).toHaveLength(2);
});

test('thrown out while the bot was down: gone after the next start, and others stay', async () => {
  const [gone, stays] = [await settled(), await settled()];
  await world.bot.stop();
  world.discord.removeBot(gone.guild.id);
  expect(await keptOf(gone)).toHaveLength(2);
  await world.start();
  await vi.waitFor(async () => expect(await keptOf(gone)).toEqual([]), 5_000);
  expect(await keptOf(stays)).toHaveLength(2);
});

test('settings without a key, left while the bot was down, go as well', async () => {
  const gone = world.neighbour();
  await ask(gone.as('admin'), 'setup defaults', { timezone: 'Europe/Oslo' });
  expect(await keptOf(gone)).toEqual(['guild-settings']);
  await world.bot.stop();
  world.discord.removeBot(gone.guild.id);
  await world.start();
  await vi.waitFor(async () => expect(await keptOf(gone)).toEqual([]), 5_000);
});

function readies(): number {
  return world.log.filter((line) => line.includes('"msg":"ready"')).length;
}
