import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbeddedStore } from '../../../src/store/sqlite/sqlite.js';
import type { Store } from '../../../src/store/store.js';
import { endAll, runBot } from '../bare-bot.js';
import { clockFromFile, setDaysAhead } from '../days-ahead.js';
import { eventually } from '../eventually.js';
import { shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';

let world: World;
let store: Store;
beforeAll(async () => {
  world = await startWorld({ env: { ...clockFromFile, LOG_LEVEL: 'debug' } });
  await world.start();
  store = await openEmbeddedStore(join(world.dataDir, 'data'));
});
afterAll(async () => {
  await store.close();
  await endAll();
  await world.close();
});

/** Which of the namespaces with a guild's secrets and settings still hold some of it. */
async function keptOf({ guild }: World): Promise<string[]> {
  const spaces = ['guild-keys', 'guild-settings'];
  const there = await Promise.all(spaces.map((name) => store.namespace(name).get(guild.id)));
  return spaces.filter((_, index) => there[index] !== undefined);
}

/** A guild with its own key and settings. */
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
  await eventually(async () => expect(await keptOf(gone)).toEqual([]));
  expect(await keptOf(stays)).toHaveLength(2);
});

test('thrown out while the pool is asked about a new key: it is not saved', async () => {
  const [there, after] = [world.neighbour(), await settled()];
  let isAsked = false;
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  world.pool.workspaceOf(there.key).rewrites.set('http', async (body) => {
    isAsked = true;
    await held;
    return body;
  });
  const said = there.connect();
  await eventually(() => expect(isAsked).toBe(true));
  world.discord.removeBot(there.guild.id);
  world.discord.removeBot(after.guild.id);
  await eventually(async () => expect(await keptOf(after)).toEqual([]));
  answer();
  expect(shown(await said)).toContain('the key was not saved');
  expect(await keptOf(there)).toEqual([]);
});

test('an outage of Discord is no leaving, not even over a restart', async () => {
  const there = await settled();
  world.discord.setUnavailable(there.guild.id, true);
  await world.bot.stop();
  await world.start();
  await eventually(() => expect(readies()).toBe(2));
  world.discord.setUnavailable(there.guild.id, false);
  expect(shown(await ask(there.as('viewer'), 'summary'))).toContain('# Pool summary');
  expect(await keptOf(there)).toHaveLength(2);
});

describe('thrown out while the bot was down', () => {
  let guilds: Record<'gone' | 'stays' | 'back' | 'bare', World>;
  /** By day of the look: what is kept after it. */
  const kept = new Map<number, Record<keyof typeof guilds, string[]>>();

  async function look(day: number): Promise<void> {
    await startAhead(day);
    const { gone, stays, back, bare } = guilds;
    kept.set(day, {
      gone: await keptOf(gone),
      stays: await keptOf(stays),
      back: await keptOf(back),
      bare: await keptOf(bare),
    });
  }

  beforeAll(async () => {
    const bare = world.neighbour();
    await ask(bare.as('admin'), 'setup defaults', { timezone: 'Europe/Oslo' });
    guilds = { gone: await settled(), stays: await settled(), back: await settled(), bare };
    await world.bot.stop();
    for (const each of ['gone', 'back', 'bare'] as const)
      world.discord.removeBot(guilds[each].guild.id);
    await look(0);
    world.discord.returnBot(guilds.back.guild.id);
    await look(3);
    await world.bot.stop();
    world.discord.removeBot(guilds.back.guild.id);
    for (const day of [6.9, 7.1, 14.1]) await look(day);
    await startAhead(0);
  }, 120_000);

  test('kept for seven days, then gone, and others stay', () => {
    expect(kept.get(6.9)?.gone).toHaveLength(2);
    expect(kept.get(7.1)?.gone).toEqual([]);
    expect(kept.get(14.1)?.stays).toHaveLength(2);
  });

  test('settings without a key go as well', () => {
    expect(kept.get(6.9)?.bare).toEqual(['guild-settings']);
    expect(kept.get(7.1)?.bare).toEqual([]);
  });

  test('back within the seven days: they begin anew when it goes again', () => {
    expect(kept.get(7.1)?.back).toHaveLength(2);
    expect(kept.get(14.1)?.back).toEqual([]);
  });
});

test('many at once: an alarm, and nothing is deleted unless their number is said', async () => {
  const gone = await Promise.all(Array.from({ length: 5 }, () => settled()));
  await world.bot.stop();
  for (const { guild } of gone) world.discord.removeBot(guild.id);
  await startAhead(0);
  await startAhead(30);
  for (const each of gone) expect(await keptOf(each)).toHaveLength(2);
  const alarms = world.log.filter((line) => line.includes('many servers are missing at once'));
  expect(alarms).toHaveLength(2);
  expect(alarms.at(-1)).toContain('"level":"error"');
  expect(alarms.at(-1)).toContain('FORGET_MISSING_SERVERS=5');

  await world.bot.stop();
  const knowing = runBot(world.dataDir, { ...world.env, FORGET_MISSING_SERVERS: '5' });
  await eventually(async () => {
    for (const each of gone) expect(await keptOf(each)).toEqual([]);
  });
  knowing.signal('SIGTERM');
  expect(await knowing.ended).toBe(0);
}, 90_000);

/** Starts the bot this many days later, and waits until it has looked for missing servers. */
async function startAhead(days: number): Promise<void> {
  await world.bot.stop();
  await setDaysAhead(world, days);
  const looked = looks();
  await world.start();
  await eventually(() => expect(looks()).toBeGreaterThan(looked));
}

function looks(): number {
  return world.log.filter((line) => line.includes('looked for missing servers')).length;
}

function readies(): number {
  return world.log.filter((line) => line.includes('"msg":"ready"')).length;
}
