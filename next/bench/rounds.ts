import type { Figures, Row, Target } from './rows/row.js';
import { median } from './statistics.js';

/** A row's rounds by contender, or why it could not be measured. */
export interface Measured {
  readonly row: Row;
  readonly rounds: ReadonlyMap<string, readonly Figures[]>;
  readonly failure: string | null;
}

export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

interface Options {
  readonly rounds: number;
  readonly quick: boolean;
}

/** Contenders take turns, so that whatever else the machine does meets all of them. Never throws. */
export async function measure(row: Row, options: Options): Promise<Measured> {
  const rounds = new Map<string, Figures[]>();
  try {
    const measuring = await row.open(options);
    const most = row.isSlow ? (options.quick ? 1 : 2) : Infinity;
    try {
      for (let round = 0; round < Math.min(options.rounds, most); round++) {
        for (const name of measuring.contenders) {
          const figures = await measuring.round(name);
          rounds.set(name, [...(rounds.get(name) ?? []), figures]);
        }
      }
    } finally {
      await measuring.close();
    }
    return { row, rounds, failure: null };
  } catch (error) {
    return { row, rounds, failure: String(error).split('\n')[0] ?? '' };
  }
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

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}
