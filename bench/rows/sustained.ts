import { openContenders } from './contenders.js';
import { LOOPBACK_BUSY, type Row } from './row.js';

const SPEED = 'answers a second';
const CPU = 'CPU each (ms)';
const GUILDS = 64;

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
  async open({ quick }) {
    const count = quick ? 300 : 3_000;
    const asks = { command: 'summary', guilds: GUILDS, count, pace: { atOnce: 64 } } as const;
    return openContenders({
      names: quick
        ? ['pitboss', 'raw', 'Sapphire', 'discord.js as it comes']
        : [
            'pitboss',
            'raw',
            'discord.js',
            'discord.js as it comes',
            'discord.js tuned',
            'Sapphire',
            'Sapphire as it comes',
            'core',
          ],
      guilds: GUILDS,
      // Each guild several times: the first use of a key costs more than all that follow.
      warm: { ...asks, count: GUILDS * (quick ? 4 : 16), pace: { atOnce: 16 } },
      async round(contender, name) {
        // At fifty a second they would take a minute.
        const fewer = name.endsWith('as it comes') ? { count: quick ? 100 : 600 } : {};
        const { cpuMs, seconds, firstMs, busy } = await contender.ask({ ...asks, ...fewer });
        const unanswered = firstMs.filter((ms) => ms === Infinity).length;
        return {
          [SPEED]: (firstMs.length - unanswered) / seconds,
          [CPU]: cpuMs,
          unanswered,
          [LOOPBACK_BUSY]: busy,
        };
      },
    });
  },
};
