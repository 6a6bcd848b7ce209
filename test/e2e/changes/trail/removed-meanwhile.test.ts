import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../../sandbox/discord/loopback-discord.js';
import { toResult } from '../../../../src/domain/errors/result.js';
import { endAll, runBot, type BareBot } from '../../bare-bot.js';
import { eventually } from '../../eventually.js';
import { shown } from '../../shown.js';
import { ask, startWorld, type World } from '../../world.js';
import { auditedWorld, openStoreOf, type ChangeWorld } from '../change-world.js';

/** The bot is removed and added again while something is on its way. */

let house: World;
beforeAll(async () => {
  // The pool's answers are held for as long as a removal takes.
  house = await startWorld({ env: { POOL_API_TIMEOUT_MS: '20000' } });
  await house.start();
});
afterAll(async () => {
  await endAll();
  await house.close();
});

const settingsOf = async (world: ChangeWorld) =>
  (await world.wholeTrail()).map(({ details }) => ('by' in details ? details.by : 'other'));

/** `timeout`: what stands still may have a turn that ends by itself only after a minute. */
async function remove(world: ChangeWorld, timeout = 25_000): Promise<void> {
  world.discord.removeBot(world.guild.id);
  await eventually(async () => expect((await settingsOf(world)).at(-1)).toBe('bot-removed'), {
    timeout,
  });
}

/**
 * One that stands still in the middle of a write keeps SQLite's lock, and with it all others; one that stands
 * still while it looks at a server's key, as at its start, keeps that key's turn for a minute.
 */
async function stopHoldingNothing(bot: BareBot, guildId: string): Promise<void> {
  const store = await openStoreOf(house);
  const turn = `key-turn:${guildId}`;
  let isFree = false;
  while (!isFree) {
    bot.signal('SIGSTOP');
    // It goes on for a moment, in which it may begin a write.
    await wait(200);
    const hold = await toResult(store.hold(turn, 60_000));
    isFree = hold.ok && hold.value !== null;
    if (hold.ok && hold.value !== null) await store.release(turn, hold.value);
    if (!isFree) bot.signal('SIGCONT');
  }
  await store.close();
}

test('a process that hears of a removal late deletes nothing of the server as it was set up since', async ({
  onTestFinished,
}) => {
  // Whatever happens, it takes no other test's clicks.
  onTestFinished(endAll);
  const { world, audit } = await auditedWorld(house);
  const late = runBot(house.dataDir, house.env);
  const said = (words: string) => late.out.some((line) => line.includes(words));
  await eventually(() => expect(said('"msg":"ready"')).toBe(true), { timeout: 30_000 });
  await stopHoldingNothing(late, world.guild.id);
  await remove(world, 75_000);
  world.discord.returnBot(world.guild.id);
  expect(shown(await world.connect())).toContain('# Connected');
  await ask(world.as('admin'), 'setup defaults', { audit });
  const before = await settingsOf(world);
  late.signal('SIGCONT');
  await eventually(() => expect(said('the bot is in it again')).toBe(true));
  expect(await settingsOf(world)).toEqual(before);
  expect(shown(await ask(world.as('admin'), 'setup show'))).toContain(audit);
}, 150_000);

/** What a person is told who asks the pool before a removal, and gets its answer afterwards. */
async function saidAfterReturn(
  world: ChangeWorld,
  key: string,
  act: () => Promise<LoopbackMessage>,
): Promise<string> {
  let isAsked = false;
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  world.pool.workspaceOf(key).rewrites.set('http', async (body) => {
    isAsked = true;
    await held;
    return body;
  });
  const said = act();
  await eventually(() => expect(isAsked).toBe(true));
  await remove(world);
  world.discord.returnBot(world.guild.id);
  answer();
  return shown(await said);
}

test('a key that was being connected is not saved', async () => {
  const { world } = await auditedWorld(house);
  const { key } = world.pool.addWorkspace({ seed: 11 });
  const text = await saidAfterReturn(world, key, () => world.connect(key));
  expect(text).toContain('removed from this server meanwhile, so the key was not saved');
  expect((await settingsOf(world)).at(-1)).toBe('bot-removed');
});

test('defaults that waited for the pool are not set', async () => {
  const { world, audit } = await auditedWorld(house);
  const { sites } = world.pool.workspaceOf(world.key);
  const defaults = { audit, site: sites[1]?.name ?? '' };
  const act = () => ask(world.as('admin'), 'setup defaults', defaults);
  const text = await saidAfterReturn(world, world.key, act);
  expect(text).toContain('removed from this server meanwhile, so nothing was set');
  expect((await settingsOf(world)).at(-1)).toBe('bot-removed');
});

test.each<[string, (world: ChangeWorld) => Promise<LoopbackMessage>]>([
  [
    'an alert rule',
    (world) => {
      const site = world.pool.workspaceOf(world.key).sites[1]?.name ?? '';
      const rule = { condition: 'hashrate', threshold: '80%', site };
      return ask(world.as('admin'), 'alerts add', rule);
    },
  ],
  [
    'the following of a fleet action',
    (world) => {
      const { sites, fleetActions } = world.pool.workspaceOf(world.key);
      const [site] = sites;
      if (site === undefined) throw new Error('no site');
      const plan = { type: 'Reboot', description: 'All', site, miners: 20, failing: 0 };
      const id = fleetActions.start({ ...plan, seconds: 86_400 });
      return ask(world.as('viewer'), 'action follow', { id });
    },
  ],
])('%s that waited for the pool is not saved', async (_, act) => {
  const { world } = await auditedWorld(house);
  const text = await saidAfterReturn(world, world.key, () => act(world));
  expect(text).toContain('removed from this server meanwhile, so nothing was saved');
  await world.connect();
  expect(shown(await ask(world.as('admin'), 'alerts rules'))).toContain('Alert rules: 0 of 25');
});
