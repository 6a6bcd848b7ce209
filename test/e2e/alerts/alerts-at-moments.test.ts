import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../sandbox/free-port.js';
import { bareBots, type BareBot } from '../bare-bot.js';
import { eventually } from '../eventually.js';
import { shown } from '../shown.js';
import { onEachStore, type TestStore } from '../stores.js';
import { ask } from '../world.js';
import { RATE, startAlertHouse, type AlertHouse, type AlertServer } from './alert-world.js';
import { FULL, hold, LOW, MOMENTS, NONE, say, SKIPPED_MINUTES, type Moment } from './moments.js';

/** On a machine that is busy with other things. */
const SLOWLY = 180_000;
const SMALL = { subaccounts: 1, sites: 1, miners: 40, days: 10 };
const SOON = { ...RATE, forMinutes: 1 };
const ENDED = [/^# Resolved/, /^✅ \*\*Resolved\*\*/];

/**
 * Each step of an alert is told once, at whatever step its process dies or stands still. Each of
 * these moments has a server of its own, and all share one kill: Discord holds what each would have
 * done next, before it takes effect or after.
 */
onEachStore((startStore, isServer) => {
  // Before a step and after it differ in the bot alone, which is the same on each store.
  const moments = isServer ? MOMENTS.filter(({ how }) => how === 'no-answer') : MOMENTS;
  const { runBot, endAll } = bareBots();
  let store: TestStore;
  let house: AlertHouse;
  beforeAll(async () => {
    store = await startStore();
    house = await startAlertHouse(store.env);
  }, SLOWLY);
  afterAll(async () => {
    await endAll();
    await house.close();
    await store.stop();
  });

  const textsOf = (server: AlertServer) => server.posts().map((each) => shown(each));
  const matching = (all: readonly RegExp[]) => all.map((each) => expect.stringMatching(each));
  const areAll = (texts: readonly string[], expected: readonly RegExp[]) =>
    texts.length >= expected.length &&
    expected.every((each, index) => each.test(texts[index] ?? ''));

  describe.sequential('killed with -9', () => {
    const servers = new Map<Moment, AlertServer>();
    let judging: AlertServer;
    const isAll = (holds: (moment: Moment, server: AlertServer) => boolean) => () =>
      [...servers].every(([moment, server]) => holds(moment, server));

    beforeAll(async () => {
      for (const moment of moments) {
        const server = await house.server(SMALL);
        say(server, FULL);
        await server.setRules(...moment.rules);
        servers.set(moment, server);
      }
      judging = await house.server(SMALL);
      say(judging, FULL);
      await judging.setRules(SOON);
      await house.passMinutes(1);
      for (const [{ early }, server] of servers) say(server, early);
      const isTold = (server: AlertServer) => server.posts().length > 0;
      await house.passMinutesUntil(
        isAll(({ early }, server) => early !== LOW || isTold(server)),
        30,
      );
      for (const [{ late }, server] of servers) say(server, late);
      await house.passMinutes(1);
      await house.days.skipMinutes(SKIPPED_MINUTES);
      await house.passMinutesUntil(
        isAll(({ early }, server) => early !== NONE || isTold(server)),
        30,
      );

      const held = [...servers].map(([moment, server]) => hold(moment, server));
      for (const [{ last }, server] of servers) say(server, last);
      await house.passMinutesUntil(() => held.every((isHeld) => isHeld()), 40);
      let isAsked = false;
      judging.workspace.rewrites.set('http', () => {
        isAsked = true;
        return new Promise<never>(() => {});
      });
      await house.passMinutesUntil(() => isAsked, 10);
      house.world.bot.kill();
      await eventually(() => expect(house.world.bot.state).toBe('dead'));
      house.world.discord.faults.ofChannels.clear();
      judging.workspace.rewrites.delete('http');
      say(judging, LOW);
      await store.letClaimsRunOut();
      await house.world.start();
      // A process that is dead holds its lease for a minute and a half.
      const areAsExpected = isAll(({ expected }, server) => areAll(textsOf(server), expected));
      await house.passMinutesUntil(() => isTold(judging) && areAsExpected(), 40);
      await house.passMinutes(3);
    }, SLOWLY);

    const of = (moment: Moment): AlertServer => {
      const server = servers.get(moment);
      if (server === undefined) throw new RangeError(moment.name);
      return server;
    };

    test.each(moments.map((moment) => [moment.name, moment] as const))('%s', (_, moment) => {
      expect(textsOf(of(moment))).toEqual(matching(moment.expected));
      const [alert, below] = of(moment).posts();
      if (moment.isReplied) expect(below?.repliesTo).toBe(alert?.id);
    });

    test('while its pool is asked', () => {
      expect(textsOf(judging)).toEqual(matching([/^# Firing/]));
    });

    test.each(
      moments.filter(({ method }) => method === 'PATCH').map((each) => [each.name, each] as const),
    )('%s: the history has it once', async (_, moment) => {
      const { world, state } = of(moment);
      await eventually(async () => expect((await state()).alerts).toEqual([]));
      const list = shown(await ask(world.as('viewer'), 'alerts list'));
      expect(list.match(/Hashrate/g)).toHaveLength(1);
    });

    test('nothing is left to tell, and Discord refused nothing', async () => {
      for (const { state } of servers.values()) expect((await state()).tells).toEqual([]);
      expect(house.world.discord.refusals).toEqual([]);
    });
  });

  describe.sequential('of two processes', () => {
    let [posting, editing]: AlertServer[] = [];
    let other: BareBot;
    const before = new Map<AlertServer, number>();
    const news = (server: AlertServer | undefined) =>
      server === undefined ? [] : textsOf(server).slice(before.get(server));
    const requestsTo = ({ world }: AlertServer, method: string) =>
      world.discord.requests.filter(
        (each) => each.method === method && each.path.startsWith(`/channels/${world.channelId}/`),
      ).length;

    beforeAll(async () => {
      [posting, editing] = [await house.server(SMALL), await house.server(SMALL)];
      for (const server of [posting, editing]) {
        say(server, FULL);
        await server.setRules(SOON);
      }
    }, SLOWLY);

    test(
      'one that stood still beyond its lease tells nothing again',
      async () => {
        const [x, y] = [posting, editing];
        if (x === undefined || y === undefined) throw new Error('no servers');
        const { bot, dataDir, env, discord } = house.world;
        say(y, LOW);
        await house.passMinutesUntil(() => y.posts().length > 0, 30);
        await house.passMinutes(2);
        const held = [
          hold({ method: 'PATCH', how: 'hang' }, y),
          hold({ method: 'POST', how: 'hang' }, x),
        ];
        say(y, FULL);
        say(x, LOW);
        await house.passMinutesUntil(() => held.every((isHeld) => isHeld()), 20);
        const { pid = 0 } = bot;
        process.kill(pid, 'SIGSTOP');
        discord.faults.ofChannels.clear();
        const port = String(await freePort());
        other = runBot(dataDir, { ...env, HEALTH_PORT: port });
        await eventually(() => expect(other.out.join()).toContain('"msg":"ready"'));
        const [first = ''] = house.looking;
        house.looking.clear();
        house.looking.add(port);
        await store.letClaimsRunOut();
        const isDone = () => news(x).length > 0 && areAll(news(y), ENDED);
        await house.passMinutesUntil(isDone, 30);
        const [posts, edits] = [requestsTo(x, 'POST'), requestsTo(y, 'PATCH')];
        process.kill(pid, 'SIGCONT');
        house.looking.add(first);
        // What it had begun it begins again once it finds that no answer came.
        await eventually(
          () => {
            expect(requestsTo(x, 'POST')).toBeGreaterThan(posts);
            expect(requestsTo(y, 'PATCH')).toBeGreaterThan(edits);
          },
          { timeout: 40_000 },
        );
        await house.passMinutes(4);
        expect(news(x)).toEqual(matching([/^# Firing/]));
        await eventually(() => expect(news(y)).toEqual(matching(ENDED)));
      },
      SLOWLY,
    );
  });
});
