import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../../sandbox/discord/types.js';
import type { Contender } from '../contenders.js';

/** Something that `npm run bench` measures. A file in this folder exports one; `run.ts` lists it. */
export interface Row {
  /** `npm run bench -- summary` measures only this one. */
  readonly name: string;
  /** For the heading of its table. */
  readonly what: string;
  readonly targets: readonly Target[];
  /** In the order of their turns; the targets are about the first. */
  readonly bots: readonly string[];
  /** Servers with the bot in them. */
  readonly guilds: number;
  /** In place of `guilds`. */
  readonly quickGuilds?: number;
  /** Servers with a key of their own; default: all. */
  readonly connected?: number;
  /** What each request to Discord takes: half on its way there, half on its way back. */
  readonly discordMs?: number;
  /** What each request to the pool takes. */
  readonly poolMs?: number;
  /**
   * The sandbox's pool itself, for writes. Otherwise its answers for one subaccount are kept and given
   * again, but for a list of 50 subaccounts, and no miner is failing.
   */
  readonly isLive?: boolean;
  /** 100,000 miners in place of the sandbox's twelve. */
  readonly isLarge?: boolean;
  /** Two rounds are enough, and one if it is to be quick. */
  readonly isSlow?: true;
  /** Each round starts the bot. */
  readonly isFresh?: true;
  /** Once, after each start. */
  warmUp?(bot: Contender, quick: boolean): Promise<unknown>;
  /** One bot's turn, never two at once. `quick`: less often. */
  round(bot: Contender, quick: boolean): Promise<Figures>;
}

/** By name, with the unit in brackets: `{ 'CPU (ms)': 2.1 }`. */
export type Figures = Readonly<Record<string, number>>;

/** About the first bot's figure or, with `beside`, its ratio to another's in the same round. */
export interface Target {
  /** `P1` to `P11`. */
  readonly id: string;
  readonly figure: string;
  readonly beside?: string;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** The value below which that share lies; NaN if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The admin of each server runs the command. @throws Error for a card with another title */
export async function runInEach(bot: Contender, command: Parameters<Person['run']>, title: string) {
  for (const person of bot.discord.people) {
    const { message } = await person.run(...command);
    const [card] = message?.embeds ?? [];
    if (card?.title !== title) throw new Error(`${card?.title}. ${card?.description}`);
  }
}

/** Moves Pitboss's clock on by a minute in half of it: faster, and it would lose its lease. */
export async function passMinute({ child }: Contender): Promise<void> {
  for (let second = 0; second < 30; second++) {
    await sleep(1_000);
    await child.call('ahead', 1_500);
  }
}

/** Asks 50 times a second, as others do, while the work is done. */
export async function askMeanwhile(bot: Contender, work: Promise<unknown>) {
  const firstMs: number[] = [];
  const underWay = new Set([work]);
  const others = async () => {
    while (underWay.size > 0) {
      const { result } = await bot.ask({ count: 50, guilds: 16, pace: { everyMs: 20 } });
      firstMs.push(...result.map((times) => times.firstMs));
    }
  };
  const done = work.finally(() => underWay.clear());
  const { cpuMs, seconds } = await bot.during(Promise.all([done, others()]));
  return { p99: quantile(firstMs, 0.99), asks: firstMs.length, cpuMs, seconds };
}
