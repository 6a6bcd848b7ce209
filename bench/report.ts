import { cpus, loadavg } from 'node:os';
import { judge, spreadOf, type Measured } from './rounds.js';
import type { Target } from './rows/row.js';

/** What the figures depend on. The load is that of others if nothing has been measured yet. */
export function describeMachine(rounds: number): string {
  const date = new Date().toISOString().slice(0, 10);
  const load = (loadavg()[0] ?? NaN).toFixed(1);
  const { node } = process.versions;
  return `${date}, ${cpus().length} cores, Node ${node}, load ${load} before, ${rounds} rounds: medians (least to most).`;
}

/** In Markdown. */
export function targetTable(all: readonly Measured[]): string {
  const lines = all.flatMap((measured) =>
    measured.row.targets.map((target) => {
      const { spread, isMet } = judge(measured, target);
      const met = isMet ? 'yes' : '**no**';
      return [target.id, target.figure, bound(target), inWords(spread), met];
    }),
  );
  const heads = ['#', 'figure', 'target', 'measured', 'met'];
  const rows = [heads, heads.map(() => '---'), ...lines];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Each bot's own figures, which compare only within one run. */
export function showFigures({ row, rounds, failure }: Measured): void {
  console.log(`\n${row.name}: ${row.what}${failure === null ? '' : `\nNot measured: ${failure}`}`);
  const table: Record<string, Record<string, string>> = {};
  for (const [bot, all] of rounds)
    for (const figure of Object.keys(all[0] ?? {}))
      (table[figure] ??= {})[bot] = inWords(spreadOf(all.map((each) => each[figure] ?? NaN)));
  console.table(table);
}

function bound({ atMost, atLeast, beside }: Target): string {
  const limit = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
  return beside === undefined ? limit : `${limit} × ${beside}`;
}

function inWords({ median, least, most }: ReturnType<typeof spreadOf>): string {
  return Number.isNaN(median) ? '' : `${digits(median)} (${digits(least)}–${digits(most)})`;
}

/** Three significant digits, but all of those before the point. */
function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
