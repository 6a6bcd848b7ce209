import { median, type Figures, type Target } from './rows/row.js';

/** By bot, in the order of their turns. */
export type Rounds = ReadonlyMap<string, readonly Figures[]>;

/** Each bot's own figures, which compare only within one run. */
export function showFigures(rounds: Rounds): void {
  const table: Record<string, Record<string, string>> = {};
  for (const [bot, all] of rounds)
    for (const figure of Object.keys(all[0] ?? {}))
      (table[figure] ??= {})[bot] = inWords(all.map((each) => each[figure] ?? NaN));
  console.table(table);
}

/** A line of `run.ts`'s table. Ratios are taken within a round. */
export function targetLine(target: Target, rounds: Rounds): string {
  const { id, figure, beside, atMost = Infinity, atLeast = -Infinity } = target;
  const [ours = []] = rounds.values();
  const theirs = beside === undefined ? null : (rounds.get(beside) ?? []);
  const values = ours.map((figures, round) => {
    const value = figures[figure] ?? NaN;
    return theirs ? value / (theirs[round]?.[figure] ?? NaN) : value;
  });
  const isMet = median(values) <= atMost && median(values) >= atLeast;
  const limit = atMost === Infinity ? `≥ ${atLeast}` : `≤ ${atMost}`;
  const bound = theirs ? `${limit} × ${beside}` : limit;
  return `| ${[id, figure, bound, inWords(values), isMet ? 'yes' : '**no**'].join(' | ')} |`;
}

/** The median (least to most). */
function inWords(values: readonly number[]): string {
  if (values.length === 0) return '';
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)];
  return `${digits(middle)} (${digits(least)}–${digits(most)})`;
}

/** Three significant digits, but all of those before the point. */
function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
