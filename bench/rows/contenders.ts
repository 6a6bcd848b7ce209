import type { Figures, Measuring } from './row.js';
import type { Latency } from '../loopback/protocol.js';
import { startLoopback, type Loopback } from '../loopback/start-loopback.js';
import { createContender, type Contender, type ContenderName } from '../support/contender.js';

export interface ContendersOptions {
  readonly names: readonly ContenderName[];
  /** Node's flags. */
  readonly flags?: readonly string[];
  readonly latency?: Latency;
  readonly round: (contender: Contender, name: ContenderName) => Promise<Figures>;
}

/** Enough that each takes turns of a few seconds with the others. */
export const GUILDS = 64;

/** Bots that run side by side, each with its own loopback, and are asked in turns. */
export async function openContenders(options: ContendersOptions): Promise<Measuring> {
  const { names, flags = [], latency, round } = options;
  const open = new Map<string, { name: ContenderName; bot: Contender; loopback: Loopback }>();
  async function close() {
    for (const { bot, loopback } of open.values()) {
      await bot.close();
      await loopback.close();
    }
  }
  try {
    for (const name of names) {
      const loopback = await startLoopback();
      const bot = await createContender(name, { loopback, guilds: GUILDS, flags });
      open.set(name, { name, bot, loopback });
      await bot.start();
      await bot.ask({ ...summaries(warmingAsks(name)), pace: { atOnce: 64 } });
      if (latency !== undefined) await loopback.order('latency', latency);
    }
  } catch (error) {
    // The following rows must not run beside these.
    await close();
    throw error;
  }
  return {
    contenders: names,
    async round(name) {
      const asked = open.get(name);
      if (asked === undefined) throw new Error(`no ${name} here`);
      return round(asked.bot, asked.name);
    },
    close,
  };
}

/** Everyone's `/summary`, in all guilds in turn. */
export function summaries(count: number) {
  return { command: 'summary', guilds: GUILDS, count } as const;
}

/**
 * V8 compiles frequent code only after thousands of calls; until then each round is cheaper than
 * the last. Raw's cost still falls by a third between 5,000 and 15,000, of which it answers ten
 * times as many a second: measured half warm, the floor would be too high.
 */
function warmingAsks(name: ContenderName): number {
  if (isCapped(name)) return 200;
  return name.startsWith('raw') ? 15_000 : 5_000;
}

/** At 50 a second, thousands would take minutes. */
export function isCapped(name: ContenderName): boolean {
  return name.endsWith('as it comes');
}
