import { setTimeout as sleep } from 'node:timers/promises';
import { freshContenders, type Contender } from '../contenders.js';
import type { Asks } from '../loopback/asks.js';
import type { Figures, Row } from './row.js';

const IDLE = 'resident, idle (MiB)';
const GROWTH = 'resident after the asks, × idle';
const RETAINED = 'retained an ask (bytes)';
const GUILDS = 500;

/** P6: what the pool answered is kept for five seconds, so memory is looked at after six. */
export const memory: Row = {
  name: 'memory',
  what: 'Memory with 500 servers, then after 10,000 asks (2,000 if quick)',
  targets: [
    { id: 'P6', figure: IDLE, beside: 'tuned', atMost: 1.2 },
    { id: 'P6', figure: GROWTH, atMost: 1.5 },
    { id: 'P6', figure: RETAINED, atMost: 100 },
  ],
  isSlow: true,
  open: async ({ quick }) =>
    freshContenders({
      names: ['Pitboss', 'tuned'],
      guilds: GUILDS,
      async round(bot, name) {
        await sleep(5_000);
        const idle = bot.child.memory().nowMiB;
        return { [IDLE]: idle, ...(name === 'Pitboss' && (await after(bot, idle, quick ? 2_000 : 10_000))) };
      },
    }),
};

async function after(bot: Contender, idle: number, count: number): Promise<Figures> {
  const asks: Asks = { count, guilds: GUILDS, named: true, pace: { atOnce: 16 } };
  const inUse = async () => {
    await sleep(6_000);
    return bot.child.call('heap');
  };
  await bot.ask(asks);
  const before = await inUse();
  await bot.ask(asks);
  const resident = bot.child.memory().nowMiB;
  return { [GROWTH]: resident / idle, [RETAINED]: ((await inUse()) - before) / count };
}
