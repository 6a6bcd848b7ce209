import { isCapped, openContenders, summaries } from './contenders.js';
import { LOOPBACK_BUSY, type Row } from './row.js';

const SPEED = 'answers a second';
const CPU = 'CPU each (ms)';
const pace = { atOnce: 64 } as const;

/** P2, and P1 where nobody waits: as many as it can, sixty-four under way at all times. */
export const sustained: Row = {
  id: 'P2',
  name: 'sustained',
  what: '`/summary`, 64 at once',
  targets: [
    { figure: SPEED, beside: 'Sapphire', atLeast: 4 },
    { figure: SPEED, beside: 'discord.js as it comes', atLeast: 40 },
    { id: 'P1', figure: CPU, beside: 'raw', atMost: 3 },
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
      quick,
      async round(contender, name) {
        const isSlow = isCapped(name);
        // The first second's fifty are free.
        if (isSlow) await contender.ask({ ...summaries(50), pace });
        const count = (isSlow ? 250 : 2_000) / (quick ? 2 : 1);
        const { cpuMs, seconds, firstMs, busy } = await contender.ask({
          ...summaries(count),
          pace,
        });
        const unanswered = firstMs.filter((ms) => ms === Infinity).length;
        return {
          [SPEED]: (firstMs.length - unanswered) / seconds,
          [CPU]: cpuMs,
          unanswered,
          [LOOPBACK_BUSY]: busy,
        };
      },
    }),
};
