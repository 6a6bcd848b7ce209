import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../sandbox/free-port.js';
import { bareBots, type BareBot } from '../bare-bot.js';
import { eventually } from '../eventually.js';
import { shown } from '../shown.js';
import { onEachStore, type TestStore } from '../stores.js';
import { ask } from '../world.js';
import { startAlertHouse, type AlertHouse, type AlertServer } from './support/alert-world.js';
import {
  ENDED,
  FULL,
  hold,
  LOW,
  MOMENTS,
  NONE,
  ON_SERVERS,
  say,
  SMALL,
  SKIPPED_MINUTES,
  SOON,
  type Moment,
} from './support/moments.js';

/** For a machine that is busy with other things. */
const SLOWLY = 180_000;
/** A minute and a half. */
const LEASE_MINUTES = 2;

/**
 * Each step of an alert is told once, wherever its process dies or hangs. Each of these moments has
 * its own server, and all share two processes: the first hangs during a post and an edit, the
 * second takes over and is killed at every moment, and the first, running again, takes over from
 * it. Discord holds back what each would have done next, before or after it takes effect.
 */
onEachStore((startStore, isServer) => {
  // Before and after a step differ only in the bot, which is the same on each store.
  const moments = isServer ? MOMENTS.filter(({ name }) => ON_SERVERS.includes(name)) : MOMENTS;
  const { runBot, endAll } = bareBots();
  const servers = new Map<Moment, AlertServer>();
  let store: TestStore;
  let house: AlertHouse;
  let second: BareBot;
  let [posting, editing, judging]: AlertServer[] = [];
  let editsBefore = 0;
  let told: ReadonlyMap<Moment, readonly string[]>;

  const textsOf = (server: AlertServer | undefined) =>
    server?.posts().map((each) => shown(each)) ?? [];
  const editsOf = (server: AlertServer | undefined) =>
    house.world.discord.requests.filter(
      ({ method, path }) =>
        method === 'PATCH' && path.startsWith(`/channels/${server?.world.channelId}/`),
    ).length;
  const isTold = (server: AlertServer | undefined) => textsOf(server).length > 0;
  const matching = (all: readonly RegExp[]) => all.map((each) => expect.stringMatching(each));
  const areAll = (texts: readonly string[], expected: readonly RegExp[]) =>
    texts.length >= expected.length &&
    expected.every((each, index) => each.test(texts[index] ?? ''));
  const isAll = (holds: (moment: Moment, server: AlertServer) => boolean) => () =>
    [...servers].every(([moment, server]) => holds(moment, server));
  const of = (moment: Moment): AlertServer => {
    const server = servers.get(moment);
    if (server === undefined) throw new RangeError(moment.name);
    return server;
  };

  async function startServer(rules: Moment['rules']): Promise<AlertServer> {
    const server = await house.server(SMALL);
    say(server, FULL);
    await server.setRules(...rules);
    return server;
  }

  /** Frees whatever the dead or stopped process had leased. */
  async function letLeasesRunOut(): Promise<void> {
    await house.days.skipMinutes(LEASE_MINUTES);
    await store.letClaimsRunOut();
  }

  async function standStill(): Promise<void> {
    if (posting === undefined || editing === undefined) throw new Error('no servers');
    const { bot, dataDir, env, discord } = house.world;
    const held = [
      hold({ method: 'PATCH', how: 'hang' }, editing),
      hold({ method: 'POST', how: 'hang' }, posting),
    ];
    say(editing, FULL);
    say(posting, LOW);
    await house.passMinutesUntil(() => held.every((isHeld) => isHeld()), 20);
    process.kill(bot.pid ?? 0, 'SIGSTOP');
    discord.faults.ofChannels.clear();
    await letLeasesRunOut();
    const port = String(await freePort());
    second = runBot(dataDir, { ...env, HEALTH_PORT: port });
    await eventually(() => expect(second.out.join()).toContain('"msg":"ready"'));
    house.looking.clear();
    house.looking.add(port);
    await house.passMinutesUntil(() => isTold(posting) && areAll(textsOf(editing), ENDED), 30);
  }

  async function dieAtMoments(): Promise<void> {
    const held = [...servers].map(([moment, server]) => hold(moment, server));
    for (const [{ last }, server] of servers) say(server, last);
    await house.passMinutesUntil(() => held.every((isHeld) => isHeld()), 40);
    let isAsked = judging === undefined;
    judging?.workspace.rewrites.set('http', () => {
      isAsked = true;
      return new Promise<never>(() => {});
    });
    await house.passMinutesUntil(() => isAsked, 10);
    second.signal('SIGKILL');
    await second.ended;
    house.looking.clear();
    house.world.discord.faults.ofChannels.clear();
    judging?.workspace.rewrites.delete('http');
    if (judging !== undefined) say(judging, LOW);
    await letLeasesRunOut();
  }

  beforeAll(async () => {
    store = await startStore();
    house = await startAlertHouse(store.env);
    for (const moment of moments) servers.set(moment, await startServer(moment.rules));
    posting = await startServer([SOON]);
    editing = await startServer([SOON]);
    if (!isServer) judging = await startServer([SOON]);
    const [first = ''] = house.looking;
    const { pid = 0 } = house.world.bot;
    await house.passMinutes(1);
    say(editing, LOW);
    await house.passMinutesUntil(() => isTold(editing), 30);
    await standStill();
    for (const [{ early }, server] of servers) say(server, early);
    const isEarly = isAll(({ early }, server) => early !== LOW || isTold(server));
    await house.passMinutesUntil(isEarly, 30);
    for (const [{ late }, server] of servers) say(server, late);
    await house.passMinutes(1);
    await house.days.skipMinutes(SKIPPED_MINUTES);
    const isLate = isAll(({ early }, server) => early !== NONE || isTold(server));
    await house.passMinutesUntil(isLate, 30);
    await dieAtMoments();
    editsBefore = editsOf(editing);
    process.kill(pid, 'SIGCONT');
    house.looking.add(first);
    const areAsExpected = isAll(({ expected }, server) => areAll(textsOf(server), expected));
    await house.passMinutesUntil(
      () => areAsExpected() && (judging === undefined || isTold(judging)),
      60,
    );
    await house.passMinutes(3);
    told = new Map([...servers].map(([moment, server]) => [moment, textsOf(server)]));
    for (const [{ over }, server] of servers) if (over !== undefined) say(server, FULL);
    const isOver = isAll(({ over = [] }, server) => areAll(textsOf(server), over));
    await house.passMinutesUntil(isOver, 30);
    await house.passMinutes(2);
  }, SLOWLY);
  afterAll(async () => {
    await endAll();
    await house.close();
    await store.stop();
  });

  test(
    'what the first had begun when it stood still is told by the second alone',
    async () => {
      const { lines } = house.world.bot;
      // Hearing no answer, it gives up both: by now others have told more.
      await eventually(
        () => {
          expect(lines.join()).toContain('an alert was not posted');
          expect(lines.join()).toContain('the message of an alert could not be edited');
        },
        { timeout: 40_000 },
      );
      expect(editsOf(editing)).toBe(editsBefore);
      expect(textsOf(posting)).toEqual(matching([/^# Firing/]));
      expect(textsOf(editing)).toEqual(matching(ENDED));
    },
    SLOWLY,
  );

  test.each(moments.map((moment) => [moment.name, moment] as const))('%s', (_, moment) => {
    expect(told.get(moment)).toEqual(matching(moment.expected));
    const [alert, below] = of(moment).posts();
    if (moment.isReplied) expect(below?.repliesTo).toBe(alert?.id);
  });

  if (!isServer) {
    test('while its pool is asked', () => {
      expect(textsOf(judging)).toEqual(matching([/^# Firing/]));
    });
  }

  test.each(
    moments.flatMap(({ over, ...moment }, index) => {
      const server = moments[index];
      return over === undefined || server === undefined ? [] : [[moment.name, server] as const];
    }),
  )('%s: another process goes on with that very message', (_, moment) => {
    const { over = [], expected } = moment;
    expect(textsOf(of(moment))).toEqual(matching(over));
    const posts = of(moment).posts();
    const alerts = posts.slice(0, expected.length).map(({ id }) => id);
    const replies = posts.slice(expected.length).map(({ repliesTo }) => repliesTo);
    expect(new Set(replies)).toEqual(new Set(alerts));
    expect(replies).toHaveLength(alerts.length);
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

  test('nor has the first told anything since', () => {
    expect(editsOf(editing)).toBe(editsBefore);
    expect(textsOf(posting)).toEqual(matching([/^# Firing/]));
    expect(textsOf(editing)).toEqual(matching(ENDED));
  });
});
