import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLoopbackDiscord } from '../../../sandbox/discord/server.js';
import type { LoopbackDiscord } from '../../../sandbox/discord/loopback-discord.js';
import { endAll, runBot } from '../bare-bot.js';
import { changeWorld, openStoreOf, type ChangeWorld } from '../changes/change-world.js';
import { clockFromFile, setDaysAhead } from '../days-ahead.js';
import { eventually } from '../eventually.js';
import { shown } from '../shown.js';
import { ask, startWorld } from '../world.js';

/** A test bot's token with the real bot's data. */

let world: ChangeWorld;
let others: LoopbackDiscord;
let env: Record<string, string>;
beforeAll(async () => {
  const house = await startWorld({ env: clockFromFile });
  await house.start();
  world = await changeWorld(house);
  // A day later it is overdue: the first look at the changes would record that.
  await world.askToMove();
  await setDaysAhead(world, 1);
  await ask(world.as('admin'), 'setup defaults', { timezone: 'Asia/Almaty' });
  await world.bot.stop();
  others = await startLoopbackDiscord({ readsContent: true });
  others.addGuild({ name: 'Test bench' });
  env = { ...world.env, DISCORD_TOKEN: others.token, DISCORD_API_URL: others.apiUrl };
});
afterAll(async () => {
  await endAll();
  await world.close();
  await others.close();
});

const fingerprint = async () =>
  createHash('sha256')
    .update(await readFile(join(world.dataDir, 'data', 'pitboss.sqlite')))
    .digest('hex');

test('is refused in words, and nothing is registered, left or deleted', async () => {
  const before = await fingerprint();
  // Long enough without a gateway for all background work to begin.
  others.faults.gatewayBotFailures = 12;
  const bot = runBot(world.dataDir, env);
  expect(await bot.ended).toBe(1);
  const said = bot.out.join('\n');
  expect(said).toContain(`belongs to the application ${others.applicationId}`);
  expect(said).toContain(`DISCORD_APPLICATION_PREVIOUS=${world.discord.applicationId}`);
  expect(said).not.toContain(others.token);
  const writes = others.requests.filter(({ method }) => method !== 'GET');
  expect(writes).toEqual([]);
  expect(await fingerprint()).toBe(before);

  await world.start();
  expect(shown(await ask(world.as('admin'), 'setup show'))).toContain('`Asia/Almaty`');
  expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
  await world.bot.stop();
});

test('isn’t moved to one that Discord hides the earlier one’s posts from', async () => {
  const before = await fingerprint();
  const hidden = await startLoopbackDiscord();
  const bot = runBot(world.dataDir, {
    ...env,
    DISCORD_TOKEN: hidden.token,
    DISCORD_API_URL: hidden.apiUrl,
    DISCORD_APPLICATION_PREVIOUS: world.discord.applicationId,
  });
  expect(await bot.ended).toBe(1);
  expect(bot.out.join('\n')).toContain('Message Content Intent');
  expect(hidden.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(await fingerprint()).toBe(before);
  await hidden.close();
});

test('moved on purpose, by naming the one before: taken from then on, and the old one refused', async () => {
  // Somebody forgot to stop it.
  await world.start();
  const moving = { ...env, DISCORD_APPLICATION_PREVIOUS: world.discord.applicationId };
  const moved = runBot(world.dataDir, moving);
  await others.ready(20_000);
  moved.signal('SIGTERM');
  expect(await moved.ended).toBe(0);

  world.discord.removeBot(world.guild.id);
  await eventually(() =>
    expect(world.log.join('\n')).toContain(`but this store to ${others.applicationId}`),
  );
  const store = await openStoreOf(world);
  expect(await store.namespace('guild-keys').has(world.guild.id)).toBe(true);
  await store.close();
  await world.bot.stop();

  const old = runBot(world.dataDir, {
    ...world.env,
    DISCORD_APPLICATION_PREVIOUS: world.discord.applicationId,
  });
  expect(await old.ended).toBe(1);
  expect(old.out.join('\n')).toContain(`but this store to ${others.applicationId}`);
});
