import type { BotOptions, Contender } from '../contenders.js';

/** Something that `npm run bench` measures. A file in this folder exports one; `run.ts` lists it. */
export interface Row extends BotOptions {
  /** `npm run bench -- summary` measures only this one. */
  readonly name: string;
  /** For the heading of its table. */
  readonly what: string;
  readonly targets: readonly Target[];
  /** In the order of their turns; the targets are about the first. */
  readonly bots: readonly string[];
  /** In place of `guilds`. */
  readonly quickGuilds?: number;
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
