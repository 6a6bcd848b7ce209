import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endAll, runBot, type BareBot } from './bare-bot.js';
import { shown } from './shown.js';
import { onEachStore } from './stores.js';
import { ask, startWorld, type World } from './world.js';

/** Several processes that share one store and hold a shard each. */
onEachStore((startStore) => {
  let world: World;
  let store: Awaited<ReturnType<typeof startStore>>;
  beforeAll(async () => {
    store = await startStore();
    world = await startWorld({ env: store.env, discord: { maxConcurrency: 1 } });
  });
  afterEach(endAll);
  afterAll(async () => {
    await world.close();
    await store.stop();
  });

  const shard = (id: number): BareBot =>
    runBot(world.dataDir, { ...world.env, SHARDS: String(id), SHARD_COUNT: '2' });
  const isReady = async ({ out }: BareBot) =>
    expect.poll(() => out.join('\n'), { timeout: 30_000 }).toContain('"msg":"ready"');

  describe('two shards started at the same moment', () => {
    test('take turns to identify, and both serve', async () => {
      const bots = [shard(0), shard(1)];
      await Promise.all(bots.map(isReady));
      expect(world.discord.refusals).toEqual([]);
      for (const each of [world, world.neighbour()])
        expect(shown(await ask(each.as('viewer'), 'summary'))).toContain('`/setup key`');
    }, 60_000);

    test('also take turns with those that a kill -9 ended just now', async () => {
      const killed = shard(0);
      await isReady(killed);
      killed.signal('SIGKILL');
      await killed.ended;
      await isReady(shard(1));
      expect(world.discord.refusals).toEqual([]);
    }, 60_000);

    test('a stop does not wait for a turn', async () => {
      const [first, waiting] = [shard(0), shard(1)];
      await Promise.race([isReady(first), isReady(waiting)]);
      waiting.signal('SIGTERM');
      first.signal('SIGTERM');
      expect(await Promise.all([first.ended, waiting.ended])).toEqual([0, 0]);
    }, 60_000);
  });
});
