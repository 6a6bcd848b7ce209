import { afterAll, beforeAll, test } from 'vitest';
import { bareBots, type BareBot } from '../bare-bot.js';
import { changeWorld, confirm, type ChangeWorld } from '../changes/change-world.js';
import { eventually } from '../eventually.js';
import { shown } from '../shown.js';
import { onEachStore, type TestStore } from '../stores.js';
import { ask, type World } from '../world.js';
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
    house = await startHttpWorld({ env: store.env });
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

  /** From here on all interactions go to these, in turn. */
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
    expect(postsOf(house, clicked.interactionId)).toMatchObject([
      { address: both[1], status: 202 },
    ]);
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

  test.sequential('one that is stopped leaves its work to the other', async ({ expect }) => {
    to(...both);
    other.signal('SIGTERM');
    expect(await other.ended).toBe(0);
    to(both[0]);
    expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
    expect(house.discord.refusals).toEqual([]);
  });
});
