import { openContenders } from './contenders.js';
import { median, quantile } from '../support/process-figures.js';
import { LOOPBACK_BUSY, type Row } from './row.js';

const CPU = 'CPU each (ms)';
const P50 = 'first response, p50 (ms)';
const P99 = 'first response, p99 (ms)';
const GUILDS = 64;

/** P1 and P3: a hundred a second, whatever the answers take. */
export const steady: Row = {
  id: 'P1',
  name: 'steady',
  what: '`/summary` 100 times a second',
  targets: [
    { figure: CPU, beside: 'raw', atMost: 2.3 },
    { figure: CPU, beside: 'Sapphire', atMost: 0.4 },
    { id: 'P3', figure: P50, beside: 'raw', atMost: 1.6 },
    { id: 'P3', figure: P99, atMost: 10 },
  ],
  async open({ quick }) {
    const count = quick ? 200 : 1_000;
    const asks = { command: 'summary', guilds: GUILDS, count, pace: { everyMs: 10 } } as const;
    return openContenders({
      names: quick
        ? ['pitboss', 'raw', 'Sapphire']
        : ['pitboss', 'raw', 'discord.js', 'discord.js tuned', 'Sapphire', 'core'],
      guilds: GUILDS,
      // Each guild several times: the first use of a key costs more than all that follow.
      warm: { ...asks, count: GUILDS * (quick ? 4 : 16), pace: { atOnce: 16 } },
      async round(contender) {
        const { cpuMs, firstMs, busy } = await contender.ask(asks);
        return {
          [CPU]: cpuMs,
          [P50]: median(firstMs),
          [P99]: quantile(firstMs, 0.99),
          unanswered: firstMs.filter((ms) => ms === Infinity).length,
          [LOOPBACK_BUSY]: busy,
        };
      },
    });
  },
};
