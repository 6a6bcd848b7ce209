import type { Store } from '../../src/store/store.js';
import { startLoopback } from '../loopback/start-loopback.js';
import type { Figures, Measuring } from './row.js';
import { settle } from '../support/settle.js';
import { createContender, type Contender, type ContenderName } from '../support/contender.js';

export interface SequentialOptions {
  readonly names: readonly ContenderName[];
  readonly guilds: number;
  readonly seed?: (store: Store) => Promise<void>;
  /** Starts the bot and stops it again: the loopback holds only one at a time. */
  readonly round: (contender: Contender, name: ContenderName) => Promise<Figures>;
}

/** Bots that are started one after the other in one loopback. */
export async function openSequential(options: SequentialOptions): Promise<Measuring> {
  const { names, round, ...others } = options;
  const loopback = await startLoopback();
  const bots = new Map<string, { readonly name: ContenderName; readonly bot: Contender }>();
  for (const name of names) {
    const bot = await createContender(name, { loopback, ...others });
    bots.set(name, { name, bot });
    if (name !== 'pitboss' || others.seed === undefined) continue;
    await bot.start();
    await settle(bot.pid());
    await bot.stop();
  }
  return {
    contenders: names,
    async round(name) {
      const known = bots.get(name);
      if (known === undefined) throw new Error(`no ${name} here`);
      return round(known.bot, known.name);
    },
    async close() {
      for (const { bot } of bots.values()) await bot.close();
      await loopback.close();
    },
  };
}
