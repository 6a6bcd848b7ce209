import { median } from '../statistics.js';
import type { Row } from './row.js';

const FIRST = 'first response (ms)';
const FINAL = 'final answer (ms)';
const GUILDS = 64;

/** P4: one person after the other, each in another server. Sapphire defers, then calls the pool. */
export const far: Row = {
  name: 'far',
  what: '`/summary` of a workspace, the pool 60 ms and Discord 40 ms away',
  targets: [{ id: 'P4', figure: FINAL, beside: 'Sapphire', atMost: 0.7 }],
  bots: ['Pitboss', 'Sapphire', 'tuned'],
  guilds: GUILDS,
  poolMs: 60,
  discordMs: 40,
  warmUp: (bot, quick) =>
    bot.ask({ count: quick ? 500 : 1_500, guilds: GUILDS, named: false, pace: { atOnce: 32 } }),
  async round(bot, quick) {
    const count = quick ? 10 : 20;
    const pace = { atOnce: 1 };
    const { times } = await bot.ask({ count, guilds: GUILDS, named: false, pace });
    return {
      [FIRST]: median(times.map(({ firstMs }) => firstMs)),
      [FINAL]: median(times.map(({ finalMs }) => finalMs)),
    };
  },
};
