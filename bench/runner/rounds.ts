import {
  LOOPBACK_BUSY,
  type Figures,
  type Row,
  type RowOptions,
  type Target,
} from '../rows/row.js';
import { median } from '../support/process-figures.js';

/** A measured row: each contender's rounds, in order. */
export interface Measured {
  readonly row: Row;
  readonly rounds: ReadonlyMap<string, readonly Figures[]>;
  /** Why it could not be measured to the end, in one line; null = it was. */
  readonly failure: string | null;
}

/** A median with its minimum and maximum. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export interface Judged {
  readonly target: Target;
  readonly spread: Spread;
  readonly isReached: boolean;
  /** In some round, the loopback servers had little time to spare. */
  readonly isBusy: boolean;
}

const TOO_BUSY = 60;

/**
 * Never throws: the other rows are still measured. Contenders take turns, so that whatever else the
 * machine does affects them all.
 */
export async function measure(
  row: Row,
  options: RowOptions & { readonly rounds: number },
): Promise<Measured> {
  const rounds = new Map<string, Figures[]>();
  try {
    const measuring = await row.open(options);
    const { contenders } = measuring;
    for (const name of contenders) rounds.set(name, []);
    try {
      for (let round = 0; round < roundsOf(row, options); round++)
        for (const name of contenders) rounds.get(name)?.push(await measuring.round(name));
    } finally {
      await measuring.close();
    }
    return { row, rounds, failure: null };
  } catch (error) {
    return { row, rounds, failure: String(error).split('\n', 1)[0] ?? '' };
  }
}

function roundsOf(row: Row, { rounds, quick }: Parameters<typeof measure>[1]): number {
  const most = (quick ? row.quickRounds : undefined) ?? row.mostRounds ?? Infinity;
  return Math.min(rounds, most);
}

export function judge({ row, rounds, failure }: Measured): Judged[] {
  const [ours = ''] = rounds.keys();
  return row.targets.map((target) => {
    const spread = spreadOf(failure === null ? paired(rounds, { ours, target }) : [NaN]);
    const concerned = [ours, ...(target.beside === undefined ? [] : [target.beside])];
    return {
      target,
      spread,
      isReached:
        spread.median <= (target.atMost ?? Infinity) &&
        spread.median >= (target.atLeast ?? -Infinity),
      isBusy: concerned.some((name) => isBusy(rounds.get(name) ?? [])),
    };
  });
}

/** Each round's figure, or its ratio to the other's in the same round. */
function paired(
  rounds: Measured['rounds'],
  { ours, target: { figure, beside } }: { readonly ours: string; readonly target: Target },
): number[] {
  const of = (name: string) => (rounds.get(name) ?? []).map((each) => each[figure] ?? NaN);
  if (beside === undefined) return of(ours);
  const theirs = of(beside);
  return of(ours).map((value, round) => value / (theirs[round] ?? NaN));
}

export function isBusy(rounds: readonly Figures[]): boolean {
  return rounds.some((each) => (each[LOOPBACK_BUSY] ?? 0) > TOO_BUSY);
}

/** NaN if a round has nothing. */
export function spreadOf(values: readonly number[]): Spread {
  return {
    median: values.some(Number.isNaN) ? NaN : median(values),
    least: Math.min(...values),
    most: Math.max(...values),
  };
}
