import { openContenders } from '../contenders.js';
import { median } from '../statistics.js';
import { READS, type Row } from './row.js';

const FIRST = 'first response (ms)';
const FINAL = 'final answer (ms)';
const FLOW = 'defer then call';
const GUILDS = 64;

/** P4: one person after the other, each in another server, far from pool and Discord. */
export const far: Row = {
  name: 'far',
  what: '`/summary` of a workspace, the pool 60 ms and Discord 40 ms away',
  targets: [{ id: 'P4', figure: FINAL, beside: FLOW, atMost: 0.7 }],
  open: ({ quick }) =>
    openContenders({
      names: ['Pitboss', FLOW, 'tuned'],
      guilds: GUILDS,
      poolMs: 60,
      discordMs: 40,
      warmUp: (bot) =>
        bot.ask({
          count: quick ? 500 : 1_500,
          guilds: GUILDS,
          named: false,
          pace: { atOnce: 32 },
        }),
      async round(bot) {
        const count = quick ? 10 : 20;
        const asks = { count, guilds: GUILDS, named: false, pace: { atOnce: 1 } };
        const { times, reads } = await bot.ask(asks);
        return {
          [FIRST]: median(times.map(({ firstMs }) => firstMs)),
          [FINAL]: median(times.map(({ finalMs }) => finalMs)),
          [READS]: reads,
        };
      },
    }),
};
