import { setTimeout as sleep } from 'node:timers/promises';
import { describe, test as base } from 'vitest';
import { freePort } from '../../../sandbox/free-port.js';
import type { LoopbackDiscord, UpgradeFault } from '../../../sandbox/discord/loopback-discord.js';
import { runBot, type BareBot } from '../bare-bot.js';
import { shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';

const WITHIN = { timeout: 40_000 };

/** Each test has its own, and they run side by side: they mostly wait. */
interface Harness {
  readonly world: World;
  readonly run: (env?: Record<string, string>) => BareBot;
  readonly ready: () => Promise<number>;
  readonly counts: () => LoopbackDiscord['connections'];
}

const test = base.extend<{ harness: Harness }>({
  async harness({ onTestFinished }, use) {
    const port = await freePort();
    const world = await startWorld({ env: { HEALTH_PORT: String(port) } });
    const bots: BareBot[] = [];
    onTestFinished(async () => {
      for (const bot of bots) bot.signal('SIGKILL');
      await Promise.all(bots.map(({ ended }) => ended));
      await world.close();
    });
    await use({
      world,
      run(env = {}) {
        const bot = runBot(world.dataDir, { ...world.env, ...env });
        bots.push(bot);
        return bot;
      },
      ready: async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status,
      counts: () => world.discord.connections,
    });
  },
});

const said = ({ out }: BareBot, word: string) => out.filter((line) => line.includes(word)).length;

describe.concurrent('a gateway that refuses its connections when the bot starts', () => {
  test('for 10 s: few attempts, then one session with one IDENTIFY, without a restart', async ({
    harness: { world, run, ready, counts },
    expect,
  }) => {
    world.discord.faults.upgrades = 503;
    const bot = run();
    await expect.poll(() => counts().upgrades, WITHIN).toBeGreaterThanOrEqual(1);
    await sleep(10_000);
    // By default, a discord.js shard opens two a second.
    expect(counts().upgrades).toBeLessThanOrEqual(7);
    expect(counts()).toMatchObject({ identifies: 0, live: 0 });
    expect(await ready()).toBe(503);
    world.discord.faults.upgrades = null;
    await world.discord.ready(40_000);
    await expect.poll(ready, WITHIN).toBe(200);
    expect(shown(await world.connect())).toContain('# Connected');
    expect(counts()).toMatchObject({ identifies: 1, live: 1, open: 1 });
    expect(counts().upgrades).toBeLessThanOrEqual(8);
    expect(said(bot, '"msg":"ready"')).toBe(1);
  }, 90_000);

  // The others are in test/discord/gateway/gateway-faults.test.ts.
  const FAULTS: readonly UpgradeFault[] = ['hang', 'invalid-session'];
  test.for(FAULTS)('%s: told to end, it ends', async (fault, { harness, expect }) => {
    const { world, run, ready, counts } = harness;
    world.discord.faults.upgrades = fault;
    const bot = run();
    await expect.poll(() => counts().upgrades, WITHIN).toBeGreaterThanOrEqual(1);
    expect(await ready()).toBe(503);
    bot.signal('SIGTERM');
    expect(await bot.ended).toBe(0);
    // Nor any error from a connection that nobody listens to any more.
    expect(said(bot, 'uncaughtException') + said(bot, 'unhandledRejection')).toBe(0);
  });

  test('one shard of two: the other answers meanwhile', async ({
    harness: { world, run, ready, counts },
    expect,
  }) => {
    world.discord.faults.nextUpgrades = [null];
    world.discord.faults.upgrades = 503;
    const neighbours = Array.from({ length: 8 }, () => world.neighbour());
    const bot = run({ SHARDS: '0-1', SHARD_COUNT: '2' });
    await expect.poll(() => said(bot, '"msg":"ready"'), WITHIN).toBe(1);
    await expect.poll(() => world.discord.commands().length, WITHIN).toBeGreaterThan(0);
    const help = neighbours.map(async (each) => shown(await ask(each.as('viewer'), 'help')));
    expect(await Promise.any(help)).toContain('/summary');
    await Promise.allSettled(help);
    expect(await ready()).toBe(503);
    world.discord.faults.upgrades = null;
    await world.discord.ready(40_000);
    await expect.poll(ready, WITHIN).toBe(200);
    expect(counts()).toMatchObject({ identifies: 2, live: 2, open: 2 });
  }, 90_000);
});

describe.concurrent('a gateway that refuses a session’s next connections', () => {
  test('few attempts, then the same session goes on where it was', async ({
    harness: { world, ready, counts },
    expect,
  }) => {
    await world.start();
    await world.connect();
    const before = counts().upgrades;
    world.discord.faults.upgrades = 503;
    world.discord.closeGateway(4000);
    await sleep(8_000);
    expect(await ready()).toBe(503);
    expect(counts().upgrades - before).toBeLessThanOrEqual(7);
    world.discord.faults.upgrades = null;
    await expect.poll(ready, WITHIN).toBe(200);
    expect(counts()).toMatchObject({ identifies: 1, live: 1, open: 1 });
    expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
  }, 60_000);
});
