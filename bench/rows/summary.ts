import { median, passMinute, quantile, type Row } from './row.js';

const CPU = '100 a second: CPU (ms)';
const P50 = '100 a second: first response, p50 (ms)';
const P99 = '100 a second: first response, p99 (ms)';
const SPEED = '64 at once: answers a second';
const FINAL = 'final answer (ms)';
const guilds = 64;

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
  guilds,
  async warmUp(bot, quick) {
    await bot.ask({ count: quick ? 1_000 : 5_000, guilds, pace: { atOnce: 64 } });
    // Its first look at each server's workspace takes longer than later ones.
    if (bot.name === 'Pitboss' && !quick) await passMinute(bot);
  },
  async round(bot, quick) {
    const count = quick ? 200 : 500;
    // Few servers: each reads its list of subaccounts once in five seconds, for some thirty asks.
    const steady = await bot.ask({ count, guilds: 16, pace: { everyMs: 10 } });
    const firstMs = steady.result.map((times) => times.firstMs);
    const most = quick ? 600 : 1_500;
    const full = await bot.ask({ count: most, guilds, pace: { atOnce: 64 } });
    if (full.reads < 1.95 * most)
      throw new Error(`Only ${full.reads} reads of the pool: ask for more`);
    return {
      [CPU]: steady.cpuMs / count,
      [P50]: median(firstMs),
      [P99]: quantile(firstMs, 0.99),
      [SPEED]: most / full.seconds,
      // Near 100 % it is the loopback that is measured.
      '64 at once: loopback busy (%)': full.busy,
    };
  },
};

/** P4: one person after the other, each in another server. Sapphire defers, then calls the pool. */
export const far: Row = {
  name: 'far',
  what: '`/summary` of a workspace, the pool 60 ms and Discord 40 ms away',
  targets: [{ id: 'P4', figure: FINAL, beside: 'Sapphire', atMost: 0.7 }],
  bots: ['Pitboss', 'Sapphire', 'tuned'],
  guilds,
  poolMs: 60,
  discordMs: 40,
  warmUp: (bot, quick) =>
    bot.ask({ count: quick ? 500 : 1_500, guilds, isWhole: true, pace: { atOnce: 32 } }),
  async round(bot, quick) {
    const count = quick ? 10 : 20;
    const { result } = await bot.ask({ count, guilds, isWhole: true, pace: { atOnce: 1 } });
    return {
      'first response (ms)': median(result.map(({ firstMs }) => firstMs)),
      [FINAL]: median(result.map(({ finalMs }) => finalMs)),
    };
  },
};
