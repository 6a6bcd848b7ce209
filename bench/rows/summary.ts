import { passMinute, type Contender } from '../contenders.js';
import { median, quantile } from '../statistics.js';
import type { Figures, Row } from './row.js';

const CPU = '100 a second: CPU (ms)';
const P50 = '100 a second: first response, p50 (ms)';
const P99 = '100 a second: first response, p99 (ms)';
const SPEED = '64 at once: answers a second';
const GUILDS = 64;
const atOnce = { guilds: GUILDS, named: true, pace: { atOnce: 64 } } as const;

/** P1 to P3: a hundred a second, however long answers take; then as many as it can. */
export const summary: Row = {
  name: 'summary',
  what: '`/summary` for one subaccount, another one each time',
  targets: [
    { id: 'P1', figure: CPU, beside: 'tuned', atMost: 1.3 },
    { id: 'P1', figure: CPU, beside: 'Sapphire', atMost: 0.55 },
    { id: 'P2', figure: SPEED, beside: 'tuned', atLeast: 0.85 },
    { id: 'P2', figure: SPEED, beside: 'Sapphire', atLeast: 2 },
    { id: 'P3', figure: P50, beside: 'tuned', atMost: 1.3 },
    { id: 'P3', figure: P99, atMost: 10 },
  ],
  bots: ['Pitboss', 'tuned', 'Sapphire'],
  guilds: GUILDS,
  async warmUp(bot, quick) {
    await bot.ask({ ...atOnce, count: quick ? 2_000 : 5_000 });
    // Its first look at each server's workspace takes longer than later ones.
    if (bot.name === 'Pitboss' && !quick) await passMinute(bot);
  },
  round: async (bot, quick) => ({
    ...(await steady(bot, quick ? 200 : 500)),
    ...(await full(bot, quick ? 600 : 1_500)),
  }),
};

/** Few servers: each reads its list of subaccounts once in five seconds, for some thirty asks. */
async function steady(bot: Contender, count: number): Promise<Figures> {
  const { cpuMs, times } = await bot.ask({ count, guilds: 16, named: true, pace: { everyMs: 10 } });
  const firstMs = times.map((each) => each.firstMs);
  return { [CPU]: cpuMs, [P50]: median(firstMs), [P99]: quantile(firstMs, 0.99) };
}

async function full(bot: Contender, count: number): Promise<Figures> {
  const { seconds, busy, reads } = await bot.ask({ ...atOnce, count });
  if (reads < 1.95) throw new Error(`only ${reads} reads of the pool an ask: ask for more`);
  // Near 100 % it is the loopback that is measured.
  return { [SPEED]: count / seconds, '64 at once: loopback busy (%)': busy };
}
