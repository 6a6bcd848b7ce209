import { cpus, loadavg } from 'node:os';
import { judge, spreadOf, type Measured, type Spread } from './rounds.js';
import type { Target } from './rows/row.js';

/** What the figures depend on. The load is that of others if nothing has been measured yet. */
export function describeMachine(rounds: number): string {
  const date = new Date().toISOString().slice(0, 10);
  const load = (loadavg()[0] ?? NaN).toFixed(1);
  const cores = cpus().length;
  return `${date}, ${cores} cores, Node ${process.versions.node}, load ${load} before, ${rounds} rounds: medians (least to most).`;
}

export function targetTable(all: readonly Measured[]): string {
  const lines = all.flatMap((measured) =>
    measured.row.targets.map((target) => {
      const { spread, isMet } = judge(measured, target);
      const met = isMet ? 'yes' : '**no**';
      return [target.id, target.figure, bound(target), inWords(spread), met];
    }),
  );
  return table(['#', 'figure', 'target', 'measured', 'met'], lines);
}

/** Each contender's own figures, which compare only within one run. */
export function figureTable({ row, rounds, failure }: Measured): string {
  const heading = `${row.what}${failure === null ? '' : `\n\nNot measured: ${failure}`}`;
  const names = [...rounds.keys()];
  const figures = new Set([...rounds.values()].flatMap((each) => each.flatMap(Object.keys)));
  const lines = [...figures].map((figure) => [
    figure,
    ...names.map((name) =>
      inWords(spreadOf((rounds.get(name) ?? []).map((each) => each[figure] ?? NaN))),
    ),
  ]);
  return `${heading}\n\n${table([row.name, ...names], lines)}`;
}

function bound({ atMost, atLeast, beside }: Target): string {
  const limit = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
  return beside === undefined ? limit : `${limit} × ${beside}`;
}

function inWords({ median, least, most }: Spread): string {
  return Number.isNaN(median) ? '' : `${digits(median)} (${digits(least)}–${digits(most)})`;
}

/** Three significant digits, but all of those before the point. */
function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function table(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const rule = heads.map(() => '---');
  return [heads, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
