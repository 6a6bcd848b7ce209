import { openContenders, summaries } from './contenders.js';
import { median, quantile } from '../support/process-figures.js';
import { LOOPBACK_BUSY, POOL_REQUESTS, type Row } from './row.js';

const CPU = 'CPU each (ms)';
const P50 = 'first response, p50 (ms)';
const P99 = 'first response, p99 (ms)';

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
  open: async ({ quick }) =>
    openContenders({
      names: quick
        ? ['pitboss', 'raw', 'Sapphire']
        : ['pitboss', 'raw', 'discord.js', 'discord.js tuned', 'Sapphire', 'core'],
      quick,
      async round(contender) {
        const asks = summaries(quick ? 200 : 600);
        const answers = await contender.ask({ ...asks, pace: { everyMs: 10 } });
        const { cpuMs, firstMs, busy, poolRequests } = answers;
        return {
          [CPU]: cpuMs,
          [P50]: median(firstMs),
          [P99]: quantile(firstMs, 0.99),
          unanswered: firstMs.filter((ms) => ms === Infinity).length,
          [POOL_REQUESTS]: poolRequests,
          [LOOPBACK_BUSY]: busy,
        };
      },
    }),
};
