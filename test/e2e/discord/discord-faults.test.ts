import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endAll, runBot } from '../bare-bot.js';
import { eventually } from '../eventually.js';
import { idOf, shown } from '../shown.js';
import { ask, settledOf, startConnectedWorld, startWorld, type World } from '../world.js';

type Fault = '429' | '500' | 'reset' | 'hang' | 'lost-answer';

afterAll(endAll);

/** Run beside each other and the gateway's, each with its own bot: they mostly wait. */
describe.concurrent.each<[string, readonly Fault[]]>([
  ['that is not answered', ['hang']],
  ['that fails', ['429', '500', 'reset', 'lost-answer']],
])('a request %s', (_, kinds) => {
  let world: World;
  beforeAll(async () => {
    world = await startConnectedWorld({ env: { POOL_API_TIMEOUT_MS: '2000' } });
  });
  afterEach(() => {
    const { faults } = world.discord;
    faults.nextCallbacks = [];
    faults.nextRequests = [];
    world.pool.faults.latencyMs = 0;
    world.pool.faults.always = null;
  });
  afterAll(() => world.close());

  /** Returns the messages people see that weren't there before. */
  function watching(): () => string[] {
    const there = () => world.discord.messages(world.channelId).filter(({ deleted }) => !deleted);
    const before = new Set(there().map(({ id }) => id));
    return () => there().flatMap((message) => (before.has(message.id) ? [] : [shown(message)]));
  }

  /** Long enough for a second answer to come, had one been on its way. */
  async function quiet(): Promise<void> {
    const count = () => world.discord.requests.length;
    for (let seen = -1; seen !== count();) {
      seen = count();
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }

  describe.sequential.each(kinds)('%s', (fault) => {
    test('on the first response: one answer', async () => {
      const seen = watching();
      world.discord.faults.nextCallbacks = [fault];
      expect(shown(await ask(world.as('viewer'), 'help'))).toContain('/summary');
      await quiet();
      expect(seen()).toHaveLength(1);
    });

    test('on a click: the card changes once', async () => {
      const list = await ask(world.as('viewer'), 'miners list');
      const seen = watching();
      world.discord.faults.nextCallbacks = [fault];
      const next = await settledOf(world.as('viewer').click(list, idOf(list, 'Next')));
      expect(shown(next)).toContain('Page 2');
      await quiet();
      expect(seen()).toEqual([]);
    });

    test('on a form: it opens, and what is sent in is kept once', async () => {
      const there = world.neighbour();
      world.discord.faults.nextCallbacks = [fault];
      const opened = await there.as('admin').command('setup key');
      await eventually(() => expect(opened.modal).not.toBeNull());
      // The bot may retry opening the form, which must not use up the next fault.
      await quiet();
      world.discord.faults.nextCallbacks = [fault];
      const saved = await settledOf(there.as('admin').submit(opened, { key: there.key }));
      // Nobody can tell whose acknowledgement Discord has, so nothing is kept; the form works
      // again.
      if (fault === 'lost-answer') {
        expect(shown(saved)).toContain('Discord did not take');
        expect(shown(await there.connect())).toContain('# Connected');
      } else expect(shown(saved)).toContain('# Connected');
    });

    test('on the deferral: one answer', async () => {
      const seen = watching();
      world.pool.faults.latencyMs = 400;
      world.discord.faults.nextCallbacks = [fault];
      expect(shown(await ask(world.as('viewer'), 'setup check'))).toBeTruthy();
      await quiet();
      expect(seen()).toHaveLength(1);
    });

    test('on the edit that answers: one answer', async () => {
      const there = world.neighbour();
      await there.connect();
      world.pool.faults.latencyMs = 400;
      world.discord.faults.nextRequests = [fault];
      const message = await ask(there.as('viewer'), 'summary');
      expect(shown(message)).toContain('# Pool summary');
      await quiet();
      expect(world.discord.faults.nextRequests).toEqual([]);
      const all = world.discord.messages(there.channelId).filter(({ deleted }) => !deleted);
      expect(all.map(({ ephemeralFor }) => ephemeralFor)).toEqual([there.people.admin.id, null]);
    });

    test('on the telling of a failed click: the card stays, and one person is told', async () => {
      const there = world.neighbour();
      await there.connect();
      const list = await ask(there.as('viewer'), 'miners list');
      world.pool.faults.latencyMs = 400;
      world.pool.faults.always = 401;
      world.discord.faults.nextRequests = [fault];
      const outcome = await there.as('viewer').click(list, idOf(list, 'Next'));
      await eventually(() => expect(outcome.followUps).not.toEqual([]), { timeout: 8_000 });
      await quiet();
      expect(world.discord.faults.nextRequests).toEqual([]);
      for (const told of outcome.followUps) {
        expect(shown(told)).toMatch(/no longer accepts/);
        expect(told.ephemeralFor).toBe(there.people.viewer.id);
      }
      // Only if Discord's answer was lost can it be told twice.
      expect(outcome.followUps.length).toBe(fault === 'lost-answer' ? 2 : 1);
      expect(shown(list)).toContain('Page 1');
    });
  });

  test.sequential('everything sent was within Discord’s rules', () => {
    const known = /already been acknowledged|40060|10008|Unknown Message/i;
    expect(world.discord.refusals.filter((refusal) => !known.test(refusal))).toEqual([]);
  });
});

describe.concurrent('the gateway', () => {
  let world: World;
  beforeAll(async () => {
    world = await startConnectedWorld();
  });
  afterAll(() => world.close());

  const answers = async () =>
    eventually(async () => {
      const text = shown(await ask(world.as('viewer'), 'help'));
      expect(text).toContain('/summary');
    });
  const connections = (word: string) => world.log.filter((line) => line.includes(word)).length;

  test.sequential('a command given while the connection was away is answered after a resume', async () => {
    const resumed = connections('shard resumed');
    world.discord.closeGateway(4000);
    expect(shown(await ask(world.as('viewer'), 'help'))).toContain('/summary');
    await eventually(() => expect(connections('shard resumed')).toBe(resumed + 1));
  });

  test.sequential.each([
    ['closed with 4000', () => world.discord.closeGateway(4000)],
    ['closed with 1001', () => world.discord.closeGateway(1001)],
    ['that asks to reconnect', () => world.discord.askToReconnect()],
    ['that calls the session invalid, resumable', () => world.discord.invalidateSessions(true)],
  ])('%s: comes back and answers', async (_what, happen) => {
    happen();
    await world.discord.ready(15_000);
    await answers();
    expect(world.bot.state).toBe('running');
  });

  test.sequential('that calls the session invalid for good: identifies anew and answers', async () => {
    world.discord.invalidateSessions(false);
    await world.discord.ready(15_000);
    await answers();
    expect(world.bot.state).toBe('running');
  });
});

// After the others: five bots starting at once would delay their answers.
describe('the process', () => {
  test.concurrent('waits for a Discord that is not there yet, then works', async () => {
    const own = await startWorld();
    own.discord.faults.gatewayBotFailures = 6;
    const bot = runBot(own.dataDir, own.env);
    await own.discord.ready(20_000);
    expect(shown(await own.connect())).toContain('# Connected');
    expect(bot.out.join('\n')).toContain('no connection to Discord yet');
    bot.signal('SIGTERM');
    expect(await bot.ended).toBe(0);
    await own.close();
  });

  test.concurrent('with a token that Discord does not accept: says so and ends', async () => {
    const token = 'not-the-token-of-this-discord';
    const own = await startWorld();
    const bot = runBot(own.dataDir, { ...own.env, DISCORD_TOKEN: token });
    expect(await bot.ended).toBe(1);
    const said = [...bot.out, ...bot.err].join('\n');
    expect(said).toContain('does not accept DISCORD_TOKEN');
    expect(said).not.toContain(token);
    await own.close();
  });

  test.concurrent('closed with 4004 while running: ends with an exit code', async () => {
    const own = await startWorld();
    const bot = runBot(own.dataDir, own.env);
    await own.discord.ready(20_000);
    own.discord.closeGateway(4004);
    expect(await bot.ended).toBe(1);
    expect(bot.out.join('\n')).toMatch(/4004/);
    await own.close();
  });

  test.concurrent('told to end during a slow command: the answer arrives, nothing new is begun', async () => {
    const own = await startWorld();
    const bot = runBot(own.dataDir, { ...own.env, POOL_API_TIMEOUT_MS: '5000' });
    await own.discord.ready(20_000);
    await own.connect();
    own.pool.faults.latencyMs = 1_500;
    const slow = await own.as('viewer').command('summary');
    await eventually(() => expect(own.pool.requests.at(-1)?.path).toContain('summary'));
    bot.signal('SIGTERM');
    expect(shown(await slow.settled())).toContain('# Pool summary');
    expect(await bot.ended).toBe(0);
    await own.close();
  });

  test.concurrent('told to end while Discord answers nothing: the store is closed in order', async () => {
    const own = await startWorld();
    const bot = runBot(own.dataDir, { ...own.env, POOL_API_TIMEOUT_MS: '5000' });
    await own.discord.ready(20_000);
    await own.connect();
    own.pool.faults.latencyMs = 1_000;
    await own.as('viewer').command('summary');
    await eventually(() => expect(own.pool.requests.at(-1)?.path).toContain('summary'));
    own.discord.faults.nextRequests = Array.from({ length: 50 }, () => 'hang' as const);
    bot.signal('SIGTERM');
    await bot.ended;
    expect(own.discord.faults.nextRequests.length).toBeLessThan(50);
    // A closed store needs no journal: its file alone is complete.
    expect((await stat(join(own.dataDir, 'data', 'pitboss.sqlite-wal'))).size).toBe(0);
    await own.close();
  });
});
