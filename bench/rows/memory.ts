import { setTimeout as sleep } from 'node:timers/promises';
import type { Asks } from '../loopback/protocol.js';
import { askFigures, preload } from '../support/ask-figures.js';
import type { Contender } from '../support/contender.js';
import { openInTurns } from './in-turns.js';
import { memoryOf, MIB } from '../support/process-figures.js';
import { LOOPBACK_BUSY, type Row } from './row.js';

const AFTER = 'resident after 10,000 asks (MiB)';
const RETAINED = 'retained of each of 50,000 asks (B)';
/** Longer than answers of the pool are remembered. */
const FORGOTTEN_MS = 8_000;

function asksOf(guilds: number, count: number): Asks {
  return { command: 'summary', guilds, count, pace: { atOnce: 64 } };
}

/** P6: what a bot has taken after it was used. */
export const memory: Row = {
  id: 'P6',
  name: 'memory',
  what: 'memory with 2,500 guilds',
  targets: [{ figure: AFTER, beside: 'raw', atMost: 1.5 }],
  async open({ quick }) {
    const guilds = quick ? 500 : 2_500;
    return openInTurns({
      names: quick
        ? ['pitboss', 'raw']
        : ['pitboss', 'raw', 'discord.js', 'discord.js tuned', 'Sapphire', 'core'],
      guilds,
      async round(bot) {
        await bot.start();
        const { busy } = await bot.ask(asksOf(guilds, quick ? 1_000 : 10_000));
        const resident = memoryOf(bot.pid()) / MIB;
        await bot.stop();
        return { [AFTER]: resident, [LOOPBACK_BUSY]: busy };
      },
    });
  },
};

/** P6: what each ask leaves behind for good. */
export const retained: Row = {
  id: 'P6',
  name: 'retained',
  what: 'memory over time',
  targets: [{ figure: RETAINED, atMost: 50 }],
  mostRounds: 3,
  quickRounds: 1,
  async open({ quick }) {
    const guilds = 64;
    const [first, count] = quick ? [500, 1_000] : [10_000, 50_000];
    return openInTurns({
      names: ['pitboss', 'raw'],
      guilds,
      flags: ['--expose-gc', preload('heap')],
      async round(bot) {
        await bot.start();
        const before = await heapAfter(bot, asksOf(guilds, first), quick);
        const after = await heapAfter(bot, asksOf(guilds, count), quick);
        await bot.stop();
        return { [RETAINED]: (after - before) / count };
      },
    });
  },
};

async function heapAfter(bot: Contender, asks: Asks, quick: boolean): Promise<number> {
  await bot.ask(asks);
  await sleep(quick ? 1_000 : FORGOTTEN_MS);
  return (await askFigures(bot))['bytes'] ?? NaN;
}
