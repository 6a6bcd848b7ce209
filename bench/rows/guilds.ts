import { setTimeout as sleep } from 'node:timers/promises';
import { startLoopback } from '../loopback/start-loopback.js';
import { createContender, type Contender } from '../support/contender.js';
import { cpuSeconds, memoryOf, MIB, quantile } from '../support/process-figures.js';
import { settle } from '../support/settle.js';
import { seedTrails } from '../support/seed-trails.js';
import { LOOPBACK_BUSY, type Figures, type Measuring, type Row } from './row.js';

const IDENTIFY = 'start to IDENTIFY (ms)';
const IDLE = 'idle CPU a second (ms)';
const P99 = 'first response, p99 (ms)';
const RESIDENT = 'resident (MiB)';
const WITHOUT = 'without trails';
const ONE = 'one guild';

/** P11: what trails cost that nobody asks for. */
export const idle: Row = {
  id: 'P11',
  name: 'idle',
  what: '2,500 guilds with trails',
  targets: [
    { figure: IDENTIFY, beside: WITHOUT, atMost: 1.2 },
    { figure: IDLE, beside: WITHOUT, atMost: 1.2 },
  ],
  mostRounds: 3,
  quickRounds: 1,
  async open({ quick }) {
    const guilds = quick ? 300 : 2_500;
    return openOurs(
      [
        { name: 'with trails', guilds, changes: quick ? 2 : 10 },
        { name: WITHOUT, guilds, changes: 0 },
      ],
      async (bot) => {
        const { identifyMs } = await bot.start();
        // One-time work of the start is over by then.
        await sleep(5_000);
        const before = cpuSeconds(bot.pid());
        const seconds = quick ? 4 : 6;
        await sleep(seconds * 1_000);
        const cpuMs = ((cpuSeconds(bot.pid()) - before) * 1_000) / seconds;
        return { [IDENTIFY]: identifyMs, [IDLE]: cpuMs, [RESIDENT]: memoryOf(bot.pid()) / MIB };
      },
    );
  },
};

/** P11: what many guilds cost each of them. */
export const guilds: Row = {
  id: 'P11',
  name: 'guilds',
  what: '`/summary` 50 times a second in 2,500 guilds',
  targets: [{ figure: P99, beside: ONE, atMost: 1.5 }],
  mostRounds: 3,
  quickRounds: 1,
  async open({ quick }) {
    const many = quick ? 300 : 2_500;
    const count = quick ? 150 : 500;
    return openOurs(
      [
        { name: `${many} guilds`, guilds: many, changes: quick ? 2 : 10 },
        { name: ONE, guilds: 1, changes: 10 },
      ],
      async (bot, about) => {
        await bot.start();
        const asks = { command: 'summary', guilds: about.guilds, pace: { everyMs: 20 } } as const;
        await bot.ask({ ...asks, count: 100 });
        const { firstMs, busy } = await bot.ask({ ...asks, count });
        return { [P99]: quantile(firstMs, 0.99), [LOOPBACK_BUSY]: busy };
      },
    );
  },
};

interface About {
  readonly name: string;
  readonly guilds: number;
  /** In each guild's trail. */
  readonly changes: number;
}

/** Several of our bots, with different stores; one of them is started for each round. */
async function openOurs(
  all: readonly About[],
  round: (bot: Contender, about: About) => Promise<Figures>,
): Promise<Measuring> {
  const loopback = await startLoopback();
  const bots = new Map<string, { readonly about: About; readonly bot: Contender }>();
  for (const about of all) {
    const seed = (store: Parameters<typeof seedTrails>[0]) => seedTrails(store, about);
    const bot = await createContender('pitboss', { loopback, guilds: about.guilds, seed });
    bots.set(about.name, { about, bot });
    await loopback.order('haveGuilds', about.guilds);
    await bot.start();
    await settle(bot.pid());
    await bot.stop();
  }
  return {
    contenders: [...bots.keys()],
    async round(name) {
      const known = bots.get(name);
      if (known === undefined) throw new Error(`no ${name} here`);
      await loopback.order('haveGuilds', known.about.guilds);
      const figures = await round(known.bot, known.about);
      await known.bot.stop();
      return figures;
    },
    async close() {
      for (const { bot } of bots.values()) await bot.close();
      await loopback.close();
    },
  };
}
