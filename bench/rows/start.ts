import { setTimeout as sleep } from 'node:timers/promises';
import { openSequential } from './sequential.js';
import { memoryOf, MIB } from '../support/process-figures.js';
import { seedTrails } from '../support/seed-trails.js';
import type { Row } from './row.js';

const IDENTIFY = 'start to IDENTIFY (ms)';
const FIRST_ASK = 'an ask 10 ms after READY, first response (ms)';
const IDLE = 'resident, idle (MiB)';
const USED = 'resident after 10,000 asks (MiB)';
const ASK_AFTER_READY_MS = 10;
const SETTLED_MS = 3_000;

/** P7, P5 and P6: one start after the other, with many guilds. */
export const start: Row = {
  id: 'P7',
  name: 'start',
  what: 'start with 2,500 guilds',
  targets: [
    { figure: IDENTIFY, beside: 'Sapphire', atMost: 0.5 },
    { figure: IDENTIFY, beside: 'raw', atMost: 2 },
    { id: 'P5', figure: FIRST_ASK, atMost: 120 },
    { id: 'P6', figure: IDLE, beside: 'raw', atMost: 1.4 },
    { id: 'P6', figure: USED, beside: 'raw', atMost: 1.5 },
  ],
  async open({ quick }) {
    const guilds = quick ? 500 : 2_500;
    const asks = { command: 'summary', guilds, count: quick ? 1_000 : 10_000 } as const;
    return openSequential({
      names: quick
        ? ['pitboss', 'raw', 'Sapphire']
        : ['pitboss', 'raw', 'discord.js', 'discord.js tuned', 'Sapphire', 'core'],
      guilds,
      seed: (store) => seedTrails(store, { guilds, changes: quick ? 2 : 10 }),
      async round(bot, name) {
        const { identifyMs, firstMs } = await bot.start(ASK_AFTER_READY_MS);
        await sleep(quick ? 1_000 : SETTLED_MS);
        const idle = memoryOf(bot.pid()) / MIB;
        const figures = { [IDENTIFY]: identifyMs, [FIRST_ASK]: firstMs, [IDLE]: idle };
        // The others take half a minute for this, and no target is about them.
        const isUsed = name === 'pitboss' || name === 'raw';
        if (isUsed) await bot.ask({ ...asks, pace: { atOnce: 64 } });
        const used = memoryOf(bot.pid()) / MIB;
        await bot.stop();
        return isUsed ? { ...figures, [USED]: used } : figures;
      },
    });
  },
};
