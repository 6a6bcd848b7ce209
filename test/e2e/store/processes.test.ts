import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { DEFAULT_SECTIONS } from '../../../src/domain/daily/schedule.js';
import { createSchedules } from '../../../src/daily/schedule/schedules.js';
import { endAll, runBot, type BareBot } from '../bare-bot.js';
import { openStoreOf } from '../changes/change-world.js';
import { idOf, shown } from '../shown.js';
import { onEachStore, type TestStore } from '../stores.js';
import { ask, settledOf, startWorld, type World } from '../world.js';

const isReady = async ({ out }: BareBot) =>
  expect.poll(() => out.join('\n'), { timeout: 30_000 }).toContain('"msg":"ready"');

onEachStore((startStore) => {
  let store: TestStore;
  let world: World;
  afterEach(endAll);
  async function endWorld(): Promise<void> {
    await world.close();
    await store.stop();
  }

  describe('two processes with a shard each', () => {
    beforeAll(async () => {
      store = await startStore();
      world = await startWorld({ env: store.env, discord: { maxConcurrency: 1 } });
    });
    afterAll(endWorld);

    const shard = (id: number): BareBot =>
      runBot(world.dataDir, { ...world.env, SHARDS: String(id), SHARD_COUNT: '2' });

    test('take turns to identify, and both serve', async () => {
      const bots = [shard(0), shard(1)];
      await Promise.all(bots.map(isReady));
      expect(world.discord.refusals).toEqual([]);
      for (const each of [world, world.neighbour()])
        expect(shown(await ask(each.as('viewer'), 'summary'))).toContain('`/setup key`');
    }, 60_000);

    test('also take turns with one that a kill -9 ended just now', async () => {
      const killed = shard(0);
      await isReady(killed);
      killed.signal('SIGKILL');
      await killed.ended;
      await isReady(shard(1));
      expect(world.discord.refusals).toEqual([]);
    }, 60_000);

    test('stop without waiting for a turn', async () => {
      const bots = [shard(0), shard(1)];
      await Promise.race(bots.map(isReady));
      for (const each of bots) each.signal('SIGTERM');
      expect(await Promise.all(bots.map(({ ended }) => ended))).toEqual([0, 0]);
    }, 60_000);
  });

  describe('two processes that are told of everything', () => {
    beforeAll(async () => {
      store = await startStore();
      world = await startWorld({ env: { ...store.env, DAILY_SPREAD_SECONDS: '0' } });
      await world.start();
      await world.connect();
    });
    afterAll(endWorld);

    test('use no key that was replaced or removed, whichever of them it was told to', async () => {
      const there = world.neighbour();
      await isReady(runBot(world.dataDir, world.env));
      await there.connect();
      const summaries = async () => {
        const before = world.pool.requests.length;
        let text = '';
        for (const currency of ['BTC', 'LTC_DOGE', 'BTC', 'ZEC'])
          text += shown(await ask(there.as('viewer'), 'summary', { currency }));
        // The process that came second has asked by then, too.
        await pause(500);
        const asked = world.pool.requests.slice(before).map(({ authorization }) => authorization);
        return { text, asked: new Set(asked) };
      };
      expect((await summaries()).asked).toEqual(new Set([there.key]));
      const { key } = world.pool.addWorkspace();
      await there.connect(key);
      expect((await summaries()).asked).toEqual(new Set([key]));
      const question = await ask(there.as('admin'), 'setup disconnect');
      await settledOf(there.as('admin').click(question, idOf(question, 'Delete key')));
      const after = await summaries();
      expect(after.asked).toEqual(new Set());
      expect(after.text).toContain('`/setup key`');
      await endAll();
    }, 60_000);

    test('follow a fleet action: the one left goes on, and stops it', async () => {
      const { fleetActions, sites } = world.pool.workspaceOf(world.key);
      const [site] = sites;
      if (site === undefined) throw new Error('no site');
      const plan = { type: 'Reboot', description: 'd', site, miners: 20, seconds: 86_400 };
      const id = fleetActions.start(plan);
      const message = await ask(world.as('viewer'), 'action follow', { id });
      await isReady(runBot(world.dataDir, world.env));
      world.bot.kill();
      await expect.poll(() => world.bot.state).toBe('dead');
      fleetActions.advance(id, 0.5);
      const now = (): LoopbackMessage =>
        world.discord.messages(message.channelId).find((each) => each.id === message.id) ?? message;
      await expect.poll(() => shown(now()), { timeout: 40_000 }).toMatch(/`█+░+` \d+ of 20/);
      const stopped = await settledOf(world.as('viewer').click(now(), idOf(now(), 'Stop')));
      expect(shown(stopped)).toContain('No longer followed');
      await endAll();
      await world.start();
    }, 60_000);

    test('post each daily summary that is overdue at both their starts once', async () => {
      const guilds = Array.from({ length: 4 }, () => world.neighbour());
      for (const each of guilds) await each.connect();
      await world.bot.stop();
      const kept = await openStoreOf(world);
      const schedules = createSchedules(kept);
      const anHourAgo = Date.now() - 3_600_000;
      for (const { guild, channelId, people } of guilds)
        await schedules.change(guild.id, () => [
          {
            id: 'abcde',
            channelId,
            time: new Date(anHourAgo).toISOString().slice(11, 16),
            timeZone: 'UTC',
            currencies: ['BTC'],
            sections: [...DEFAULT_SECTIONS],
            since: anHourAgo - 3_600_000,
            setBy: people.admin.id,
          },
        ]);
      await kept.close();
      const bots = [1, 2].map(() => runBot(world.dataDir, world.env));
      await Promise.all(bots.map(isReady));
      const posts = () =>
        guilds.map(({ channelId }) =>
          world.discord.messages(channelId).filter(({ ephemeralFor }) => ephemeralFor === null),
        );
      await expect
        .poll(() => posts().every(({ length }) => length > 0), { timeout: 30_000 })
        .toBe(true);
      // Long enough for the process that came second to have looked, and posted if it would.
      await pause(3_000);
      expect(posts().map(({ length }) => length)).toEqual([1, 1, 1, 1]);
      expect(posts().flat().map(shown).join()).toContain('Hashrate, 24 h: **');
      const said = shown(await ask(guilds[0]?.as('viewer') ?? world.as('viewer'), 'daily show'));
      expect(said).toContain('Last post: <t:…:f>');
    }, 90_000);
  });
});
