import type { Figures, Measuring } from './row.js';
import type { Asks } from '../loopback/protocol.js';
import { startLoopback, type Loopback } from '../loopback/start-loopback.js';
import { createContender, type Contender, type ContenderName } from '../support/contender.js';

export interface ContendersOptions {
  readonly names: readonly ContenderName[];
  readonly guilds: number;
  /** Asked of each once, before the first round. */
  readonly warm: Asks;
  readonly latency?: { readonly poolMs: number; readonly discordMs: number };
  readonly round: (contender: Contender, name: ContenderName) => Promise<Figures>;
}

/** Bots that run side by side, each with a loopback of its own, and are asked in turns. */
export async function openContenders(options: ContendersOptions): Promise<Measuring> {
  const { names, guilds, warm, latency, round } = options;
  const open = new Map<string, { name: ContenderName; bot: Contender; loopback: Loopback }>();
  for (const name of names) {
    const loopback = await startLoopback();
    const bot = await createContender(name, { loopback, guilds });
    open.set(name, { name, bot, loopback });
    await bot.start();
    await bot.ask(warm);
    if (latency !== undefined) await loopback.order('latency', latency);
  }
  return {
    contenders: names,
    async round(name) {
      const asked = open.get(name);
      if (asked === undefined) throw new Error(`no ${name} here`);
      return round(asked.bot, asked.name);
    },
    async close() {
      for (const { bot, loopback } of open.values()) {
        await bot.close();
        await loopback.close();
      }
    },
  };
}
