import type { Asks } from './asks.js';
import { openDiscord, type Times } from './discord.js';
import { openPool, type PoolOptions } from './pool.js';

export interface LoopbackOptions extends PoolOptions {
  /** Servers with the bot in them. */
  readonly guilds: number;
  /** What each request takes beside the work for it: half on its way there, half on its way back. */
  readonly discordMs?: number;
}

export interface Answers {
  readonly times: readonly Times[];
  readonly seconds: number;
  /** Processor time of the loopback, in percent of a core. */
  readonly busy: number;
  /** Of the pool, for each ask. */
  readonly reads: number;
}

export type Loopback = Awaited<ReturnType<typeof openLoopback>>;

/** A Discord and a pool for one bot, in this process, which does nothing else meanwhile. */
export async function openLoopback(options: LoopbackOptions) {
  const pool = await openPool(options);
  const discord = await openDiscord(options);
  return {
    pool,
    discord,
    /** @throws Error for an ask without the answer that was asked for */
    async ask(asks: Asks): Promise<Answers> {
      const [cpu, begun, reads] = [process.cpuUsage(), performance.now(), pool.reads()];
      const times = await discord.ask(asks);
      const seconds = (performance.now() - begun) / 1_000;
      const { user, system } = process.cpuUsage(cpu);
      const busy = (user + system) / 1e4 / seconds;
      return { times, seconds, busy, reads: (pool.reads() - reads) / asks.count };
    },
  };
}
