import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { DEFAULT_SECTIONS } from '../../../src/domain/daily/schedule.js';
import { trailOf } from '../../../src/changes/trail/stored-trail.js';
import { createSchedules } from '../../../src/daily/schedule/schedules.js';
import { parseEntry } from '../../../src/domain/changes/entry.js';
import { bareBots, type BareBot } from '../bare-bot.js';
import { openStoreOf } from '../changes/change-world.js';
import { eventually } from '../eventually.js';
import { idOf, shown } from '../shown.js';
import { onEachStore, type TestStore } from '../stores.js';
import { ask, settledOf, startWorld, type World } from '../world.js';

const hasBeenReady = ({ out }: BareBot) => out.join('\n').includes('"msg":"ready"');
const isReady = async (...bots: BareBot[]) =>
  eventually(() => expect(bots.some(hasBeenReady)).toBe(true), { timeout: 30_000 });

onEachStore((startStore) => {
  const { runBot, endAll } = bareBots();
  let store: TestStore;
  let world: World;
  async function endWorld(): Promise<void> {
    await endAll();
    await world.close();
    await store.stop();
  }

  describe.sequential('two processes with a shard each', () => {
    beforeAll(async () => {
      store = await startStore();
      world = await startWorld({ env: store.env, discord: { maxConcurrency: 1 } });
    });
    afterAll(endWorld);

    const shard = (id: number): BareBot =>
      runBot(world.dataDir, { ...world.env, SHARDS: String(id), SHARD_COUNT: '2' });

    test('take turns to identify, also with one killed just now, and stop without a turn', async () => {
      const both = [shard(0), shard(1)] as const;
      await isReady(...both);
      const [first, waits] = hasBeenReady(both[0]) ? both : [both[1], both[0]];
      const late = both.indexOf(waits);
      waits.signal('SIGTERM');
      expect(await waits.ended).toBe(0);

      const second = shard(late);
      await isReady(second);
      expect(world.discord.refusals).toEqual([]);
      await eventually(() => expect(world.discord.commands().length).toBeGreaterThan(0));
      for (const each of [world, world.neighbour()])
        expect(shown(await ask(each.as('viewer'), 'summary'))).toContain('`/setup key`');

      second.signal('SIGKILL');
      await second.ended;
      const third = shard(late);
      await isReady(third);
      expect(world.discord.refusals).toEqual([]);
      for (const each of [first, third]) each.signal('SIGTERM');
      expect(await Promise.all([first.ended, third.ended])).toEqual([0, 0]);
    }, 90_000);
  });

  describe.sequential('two processes that are told of everything', () => {
    let guilds: readonly World[];
    beforeAll(async () => {
      store = await startStore();
      // A pool that is late on a busy machine would put a post off for longer than is waited here.
      const env = { ...store.env, DAILY_SPREAD_SECONDS: '0', POOL_API_TIMEOUT_MS: '8000' };
      world = await startWorld({ env });
      await world.start();
      await world.connect();
      guilds = Array.from({ length: 4 }, () => world.neighbour());
      for (const each of guilds) await each.connect();
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
        // By then the second process has sent its requests too.
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

    test('enter each key and disconnect of two admins at once as it was, with its name', async () => {
      const there = world.neighbour();
      await isReady(runBot(world.dataDir, world.env));
      const keys = [1, 2].map((seed) => world.pool.addWorkspace({ seed }).key);
      const connect = async (who: 'admin' | 'otherAdmin', key = '') => {
        const opened = await there.as(who).command('setup key');
        return settledOf(there.as(who).submit(opened, { key }));
      };
      const disconnect = async () => {
        const question = await ask(there.as('otherAdmin'), 'setup disconnect');
        return settledOf(there.as('otherAdmin').click(question, idOf(question, 'Delete key')));
      };
      let changed = 0;
      for (let round = 0; round < 16; round++) {
        await there.connect();
        changed += 1;
        const other = round % 2 === 0 ? disconnect() : connect('otherAdmin', keys[1]);
        const said = await Promise.all([connect('admin', keys[0]), other]);
        for (const answer of said) {
          // Whoever asked to disconnect may be clicking only once another key is connected.
          expect(shown(answer)).toMatch(/# (Connected|Disconnected|Another key is connected)/);
          if (!shown(answer).includes('# Another key')) changed += 1;
        }
      }
      await endAll();

      const kept = await openStoreOf(there);
      let last: readonly string[] = [];
      let entered = 0;
      for await (const { entry } of kept.read(trailOf(there.guild.id), 1)) {
        const { step, actor, details } = parseEntry(entry);
        if (step !== 'set') continue;
        for (const { what, before, after } of details.changed) {
          if (what !== 'key') continue;
          expect(actor).not.toBe('pitboss');
          expect(before).toEqual(last);
          last = after;
          entered += 1;
        }
      }
      await kept.close();
      expect(entered).toBe(changed);
    }, 90_000);

    test('follow a fleet action: the one left goes on, and stops it', async () => {
      const { fleetActions, sites } = world.pool.workspaceOf(world.key);
      const [site] = sites;
      if (site === undefined) throw new Error('no site');
      const plan = { type: 'Reboot', description: 'd', site, miners: 20, seconds: 86_400 };
      const id = fleetActions.start(plan);
      const message = await ask(world.as('viewer'), 'action follow', { id });
      await isReady(runBot(world.dataDir, world.env));
      world.bot.kill();
      await eventually(() => expect(world.bot.state).toBe('dead'));
      fleetActions.advance(id, 0.5);
      const now = (): LoopbackMessage =>
        world.discord.messages(message.channelId).find((each) => each.id === message.id) ?? message;
      await eventually(() => expect(shown(now())).toMatch(/`█+░+` \d+ of 20/), { timeout: 40_000 });
      const stopped = await settledOf(world.as('viewer').click(now(), idOf(now(), 'Stop')));
      expect(shown(stopped)).toContain('No longer followed');
    }, 60_000);

    test('post each daily summary that is overdue at both their starts once', async () => {
      await world.bot.stop();
      await endAll();
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
      await Promise.all(bots.map((each) => isReady(each)));
      const posts = () =>
        guilds.map(({ channelId }) =>
          world.discord.messages(channelId).filter(({ ephemeralFor }) => ephemeralFor === null),
        );
      const counts = () => posts().map(({ length }) => length);
      const said = () => bots.flatMap(({ out, err }) => [...out, ...err]).join('\n');
      await eventually(() => expect(counts(), said()).toEqual([1, 1, 1, 1]), { timeout: 30_000 });
      // Long enough for the second process to have looked, and posted if it wanted to.
      await pause(3_000);
      expect(counts()).toEqual([1, 1, 1, 1]);
      expect(posts().flat().map(shown).join()).toContain('Hashrate, 24 h: **');
      const list = shown(await ask(guilds[0]?.as('viewer') ?? world.as('viewer'), 'daily show'));
      expect(list).toContain('Last post: <t:…:f>');
    }, 90_000);
  });
});
