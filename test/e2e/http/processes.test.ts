import { afterAll, afterEach, beforeAll, describe, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { bareBots, type BareBot } from '../bare-bot.js';
import { changeWorld, confirm, type ChangeWorld } from '../changes/change-world.js';
import { eventually } from '../eventually.js';
import { idOf, shown } from '../shown.js';
import { onEachStore, type TestStore } from '../stores.js';
import { ask, settledOf, type World } from '../world.js';
import { callbacksOf, doorEnv, postsOf, startHttpWorld } from './http-world.js';

onEachStore((startStore) => {
  const { runBot, endAll } = bareBots();
  let store: TestStore;
  let house: World;
  let world: ChangeWorld;
  let other: BareBot;
  let both: readonly string[];
  beforeAll(async () => {
    store = await startStore();
    house = await startHttpWorld({ env: { ...store.env, POOL_API_TIMEOUT_MS: '8000' } });
    await house.start();
    other = runBot(house.dataDir, { ...house.env, ...(await doorEnv(house)) });
    await house.discord.ready(30_000);
    both = [...house.discord.endpoint.addresses];
    world = await changeWorld(house);
  }, 90_000);
  afterAll(async () => {
    await endAll();
    await house.close();
    await store.stop();
  });

  /** From now on all interactions go to these, in turn. */
  function to(...addresses: (string | undefined)[]): void {
    const { endpoint } = house.discord;
    endpoint.addresses.splice(0, Infinity, ...addresses.flatMap((each) => each ?? []));
  }

  test.sequential('a card of one process is confirmed in the other, once', async ({ expect }) => {
    to(both[0]);
    const card = await world.askToMove();
    to(both[1]);
    const clicked = await confirm(world, 'manager', card);
    await eventually(() => expect(world.card(card)).toContain('Sent once; the pool answered'));
    expect(world.writes()).toHaveLength(1);
    await eventually(() =>
      expect(postsOf(house, clicked.interactionId)).toMatchObject([
        { address: both[1], status: 202 },
      ]),
    );
  });

  test.sequential('a click that comes to both is acted on once', async ({ expect }) => {
    const before = world.writes().length;
    to(...both);
    for (const index of [1, 2, 3]) {
      const card = await world.askToMove('manager', index);
      house.discord.faults.deliveries = 2;
      const clicked = await confirm(world, 'manager', card);
      house.discord.faults.deliveries = 1;
      await eventually(() => expect(world.card(card)).toContain('Sent once; the pool answered'));
      await eventually(() =>
        expect(postsOf(house, clicked.interactionId).map(({ status }) => status)).toEqual([
          202, 202,
        ]),
      );
      expect(callbacksOf(house, clicked.interactionId)).toHaveLength(1);
    }
    expect(world.writes()).toHaveLength(before + 3);
  });

  describe.sequential('an export of one process', () => {
    const title = (message: LoopbackMessage | null) => message?.embeds[0]?.['title'];
    const runs = (message: LoopbackMessage) => title(message) === 'Exporting miners';

    /** Begun in one process; the next steps reach the other. */
    async function begun(there: World) {
      to(both[0]);
      house.pool.faults.latencyMs = 1_000;
      const outcome = await there.as('viewer').command('miners export');
      const progress = await outcome.settled(runs);
      to(both[1]);
      return { outcome, progress };
    }
    afterEach(() => {
      house.pool.faults.latencyMs = 0;
    });

    test('is cancelled in the other, by whoever asked for it', async ({ expect }) => {
      const there = house.neighbour({ miners: 20_000 });
      await there.connect();
      const { outcome, progress } = await begun(there);
      const cancel = idOf(progress, 'Cancel');
      const refused = await settledOf(there.as('second').click(progress, cancel));
      expect(shown(refused)).toContain('who started this export, or a manager');
      const cancelled = await settledOf(there.as('viewer').click(progress, cancel));
      expect(shown(cancelled)).toContain('# Export cancelled');
      const asked = house.pool.requests.length;
      const late = await settledOf(there.as('viewer').forge(cancelled, cancel));
      expect(shown(late)).toContain('This export has just ended');
      // A page or two may have been on their way.
      expect(house.pool.requests.length).toBeLessThan(asked + 4);
      await eventually(() => expect(title(outcome.message)).toBe('Export cancelled'));
    });

    test('ends with the key that was replaced through the other', async ({ expect }) => {
      const there = house.neighbour({ miners: 20_000 });
      await there.connect();
      const { outcome } = await begun(there);
      await there.connect(house.pool.addWorkspace().key);
      await eventually(() => expect(title(outcome.message)).toBe('Export cancelled'));
    });
  });

  test.sequential('a private following ends with the key, deleted in the other', async ({
    expect,
  }) => {
    const there = house.neighbour();
    await there.connect();
    const { fleetActions, sites } = house.pool.workspaceOf(there.key);
    const [site] = sites;
    if (site === undefined) throw new Error('no site');
    const plan = { type: 'Reboot', description: 'd', site, miners: 20, seconds: 86_400 };
    const id = fleetActions.start(plan);
    to(both[0]);
    const outcome = await there.as('viewer').command('action follow', { id, private: true });
    await outcome.settled();
    to(both[1]);
    const question = await ask(there.as('admin'), 'setup disconnect');
    expect(shown(question)).toContain('Delete key');
    await settledOf(there.as('admin').click(question, idOf(question, 'Delete key')));
    await outcome.settled((message) => shown(message).includes('API key was deleted'), 60_000);
    expect(house.discord.refusals).toEqual([]);
  }, 90_000);

  test.sequential('one that is stopped leaves its work to the other', async ({ expect }) => {
    to(...both);
    other.signal('SIGTERM');
    expect(await other.ended).toBe(0);
    to(both[0]);
    expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
    expect(house.discord.refusals).toEqual([]);
  });
});
