import type { Store } from '../../src/store/store.js';
import { startLoopback, type Loopback } from '../loopback/start-loopback.js';
import type { Figures, Measuring } from './row.js';
import { createContender, type Contender, type ContenderName } from '../support/contender.js';

export interface InTurnsOptions {
  readonly names: readonly ContenderName[];
  readonly guilds: number;
  readonly seed?: (store: Store) => Promise<void>;
  readonly flags?: readonly string[];
  /** Starts the bot and stops it again: only one at a time is in the loopback. */
  readonly round: (contender: Contender, loopback: Loopback) => Promise<Figures>;
}

/** Bots that are started one after the other, in one loopback. */
export async function openInTurns(options: InTurnsOptions): Promise<Measuring> {
  const { names, round, ...others } = options;
  const loopback = await startLoopback();
  const bots = new Map<string, Contender>();
  for (const name of names) bots.set(name, await createContender(name, { loopback, ...others }));
  return {
    contenders: names,
    async round(name) {
      const bot = bots.get(name);
      if (bot === undefined) throw new Error(`no ${name} here`);
      return round(bot, loopback);
    },
    async close() {
      for (const bot of bots.values()) await bot.close();
      await loopback.close();
    },
  };
}
