import type { Contender } from '../support/contender.js';
import { isCapped, openContenders, summaries } from './contenders.js';
import { median, quantile } from '../support/process-figures.js';
import { LOOPBACK_BUSY, type Figures, type Row } from './row.js';

const CPU = '100 a second, CPU each (ms)';
const P50 = '100 a second, first response, p50 (ms)';
const P99 = '100 a second, first response, p99 (ms)';
const FULL_CPU = '64 at once, CPU each (ms)';
const SPEED = '64 at once, answers a second';

/** P1 to P3: a hundred a second, however long answers take; then as many as it can. */
export const summary: Row = {
  id: 'P1',
  name: 'summary',
  what: '`/summary`',
  targets: [
    { figure: CPU, beside: 'raw', atMost: 2.3 },
    { figure: CPU, beside: 'Sapphire', atMost: 0.4 },
    { figure: FULL_CPU, beside: 'raw', atMost: 3 },
    { id: 'P2', figure: SPEED, beside: 'Sapphire', atLeast: 4 },
    { id: 'P2', figure: SPEED, beside: 'discord.js as it comes', atLeast: 40 },
    { id: 'P3', figure: P50, beside: 'raw', atMost: 1.6 },
    { id: 'P3', figure: P99, atMost: 10 },
  ],
  open: async ({ quick }) =>
    openContenders({
      names: quick
        ? ['pitboss', 'raw', 'Sapphire', 'discord.js as it comes']
        : [
            'pitboss',
            'raw',
            'discord.js',
            'discord.js as it comes',
            'discord.js tuned',
            'Sapphire',
            'core',
          ],
      async round(contender, name) {
        if (isCapped(name)) {
          // The first second's fifty are free.
          await contender.ask({ ...summaries(50), pace: { atOnce: 64 } });
          return sustained(contender, 150);
        }
        const calm = await steady(contender, quick ? 200 : 500);
        // With fewer, raw would be done in a twentieth of a second.
        const atOnce = (quick ? 600 : 1_200) * (name === 'raw' ? 8 : 1);
        return { ...calm, ...(await sustained(contender, atOnce)) };
      },
    }),
};

async function steady(contender: Contender, count: number): Promise<Figures> {
  const asks = { ...summaries(count), pace: { everyMs: 10 } };
  const { cpuMs, firstMs } = await contender.ask(asks);
  return { [CPU]: cpuMs, [P50]: median(firstMs), [P99]: quantile(firstMs, 0.99) };
}

async function sustained(contender: Contender, count: number): Promise<Figures> {
  const asks = { ...summaries(count), pace: { atOnce: 64 } };
  const { cpuMs, seconds, firstMs, busy } = await contender.ask(asks);
  const unanswered = firstMs.filter((ms) => ms === Infinity).length;
  return {
    [FULL_CPU]: cpuMs,
    [SPEED]: (count - unanswered) / seconds,
    unanswered,
    [LOOPBACK_BUSY]: busy,
  };
}
