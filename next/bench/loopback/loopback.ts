import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pinned } from '../pinned.js';

/** What each request takes beside the work for it: half on its way there, half on its way back. */
export interface Latency {
  readonly poolMs: number;
  readonly discordMs: number;
}

export interface LoopbackOptions {
  readonly guilds: number;
  readonly latency?: Latency;
}

export interface Asks {
  readonly count: number;
  /** How many servers ask in turn. */
  readonly guilds: number;
  /** Each for another subaccount and currency; otherwise for the whole workspace. */
  readonly named: boolean;
  /** One every so many ms, however long answers take, or so many at all times. */
  readonly pace: { readonly everyMs: number } | { readonly atOnce: number };
}

export interface Answers {
  /** From delivery until Discord has the first response. */
  readonly firstMs: readonly number[];
  /** Until it has the answer that stays. */
  readonly finalMs: readonly number[];
  readonly seconds: number;
  /** The loopback's processor time, in percent of a core. */
  readonly busy: number;
  /** Of the pool, for all asks together. */
  readonly reads: number;
}

export interface Addresses {
  readonly discordUrl: string;
  readonly poolUrl: string;
}

export interface Loopback extends Addresses {
  /** Resolves when a bot has registered its commands. */
  readonly ready: () => Promise<void>;
  /** @throws Error for an ask without the answer that was asked for */
  readonly ask: (asks: Asks) => Promise<Answers>;
  readonly close: () => Promise<void>;
}

export type Order = { readonly name: 'ready' } | { readonly name: 'ask'; readonly asks: Asks };
export type Report = { readonly result: unknown } | { readonly error: string };

export const TOKEN = 'loopback.bench';

/** A Discord and a pool in a process of their own, on the first core. */
export async function startLoopback(options: LoopbackOptions): Promise<Loopback> {
  const [command = '', ...flags] = pinned(0, [process.execPath]);
  const main = join(import.meta.dirname, 'main.js');
  const child = fork(main, [JSON.stringify(options)], { execPath: command, execArgv: flags });
  const ended = once(child, 'exit').then(() => ({ error: 'the loopback ended' }));

  /** One at a time. */
  async function next(): Promise<unknown> {
    const said: Promise<Report> = once(child, 'message').then(([report]) => report);
    const report = await Promise.race([said, ended]);
    if ('error' in report) throw new Error(report.error);
    return report.result;
  }
  function order(what: Order): Promise<unknown> {
    child.send(what);
    return next();
  }

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `main.ts` reports first
  const addresses = (await next()) as Addresses;
  return {
    ...addresses,
    ready: async () => void (await order({ name: 'ready' })),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `main.ts` answers so
    ask: async (asks) => (await order({ name: 'ask', asks })) as Answers,
    async close() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
