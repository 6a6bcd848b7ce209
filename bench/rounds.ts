import { startContender, type Contender } from './contenders.js';
import type { Figures, Row, Target } from './rows/row.js';
import { median } from './statistics.js';

/** A row's rounds by bot, or why it could not be measured. */
export interface Measured {
  readonly row: Row;
  readonly rounds: ReadonlyMap<string, readonly Figures[]>;
  readonly failure: string | null;
}

interface Options {
  readonly rounds: number;
  readonly quick: boolean;
}

/** Bots take turns, so that whatever else the machine does meets all of them. Never throws. */
export async function measure(row: Row, { rounds: wanted, quick }: Options): Promise<Measured> {
  const { bots, isFresh, isSlow, quickGuilds } = row;
  const guilds = (quick && quickGuilds) || row.guilds;
  const rounds = new Map<string, Figures[]>(bots.map((name) => [name, []]));
  const running = new Map<string, Contender>();
  const open = async (name: string): Promise<Contender> => {
    const known = running.get(name);
    if (known) return known;
    const bot = await startContender(name, { ...row, guilds });
    running.set(name, bot);
    await row.warmUp?.(bot, quick);
    return bot;
  };
  const close = async () => {
    await Promise.all([...running.values()].map((bot) => bot.close()));
    running.clear();
  };
  let failure: string | null = null;
  try {
    if (!isFresh) for (const name of bots) await open(name);
    for (let left = isSlow ? Math.min(wanted, quick ? 1 : 2) : wanted; left > 0; left--) {
      for (const name of bots) {
        rounds.get(name)?.push(await row.round(await open(name), quick));
        if (isFresh) await close();
      }
    }
  } catch (error) {
    failure = String(error).split('\n')[0] ?? '';
  }
  await close();
  return { row, rounds, failure };
}

/** Ratios are taken within a round. */
export function judge({ rounds, failure }: Measured, target: Target) {
  const { figure, beside, atMost = Infinity, atLeast = -Infinity } = target;
  const [ours = []] = rounds.values();
  const theirs = beside === undefined ? [] : (rounds.get(beside) ?? []);
  const values = ours.map((figures, round) => {
    const value = figures[figure] ?? NaN;
    return beside === undefined ? value : value / (theirs[round]?.[figure] ?? NaN);
  });
  const spread = spreadOf(failure === null ? values : []);
  return { spread, isMet: spread.median <= atMost && spread.median >= atLeast };
}

export function spreadOf(values: readonly number[]) {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}
