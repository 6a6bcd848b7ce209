import { cpus, loadavg } from 'node:os';
import type { Figures, Target } from '../rows/row.js';
import { isBusy, judge, spreadOf, type Judged, type Measured, type Spread } from './rounds.js';

/** The measurement as Markdown: the targets in one table, then every figure of each row. */
export function report(all: readonly Measured[], machine: string): string {
  const targets = all.flatMap((measured) =>
    judge(measured).map((judged) => targetLine(measured, judged)),
  );
  return [
    machine,
    '',
    '| # | what | target | measured | spread | reached |',
    '| --- | --- | --- | --- | --- | --- |',
    ...targets.toSorted((one, other) => one.number - other.number).map(({ line }) => line),
    '',
    ...all.flatMap((measured) => [...figuresOf(measured), '']),
  ]
    .join('\n')
    .trimEnd();
}

/** Call this before measuring anything, so that the load is that of others. */
export function describeMachine({
  rounds,
  quick,
}: {
  readonly rounds: number;
  readonly quick: boolean;
}): string {
  const load = loadavg()[0] ?? NaN;
  const date = new Date().toISOString().slice(0, 10);
  return (
    `${date}: ${cpus().length} cores, Node ${process.versions.node}, load ${load.toFixed(1)} at ` +
    `the start, ${rounds} rounds. Medians; the spread is the least to the most of the rounds.` +
    (quick ? ' With `--quick`: fewer guilds, asks and miners than the rows say.' : '')
  );
}

function targetLine({ row }: Measured, { target, spread, isReached, isBusy: busy }: Judged) {
  const id = target.id ?? row.id;
  const times = target.beside === undefined ? '' : ' ×';
  const cells = [
    id,
    `${row.what}: ${target.figure.replace(/ \(ms\)$/, times === '' ? ' (ms)' : '')}`,
    bound(target),
    Number.isNaN(spread.median) ? 'not measured' : `${figure(spread.median)}${times}`,
    inSpread(spread),
    `${isReached ? 'yes' : '**no**'}${busy ? ' (loopback busy)' : ''}`,
  ];
  return { number: Number(id.slice(1)), line: `| ${cells.join(' | ')} |` };
}

function bound({ atMost, atLeast, beside }: Target): string {
  const limit = atMost === undefined ? `≥ ${atLeast ?? ''}` : `≤ ${atMost}`;
  return beside === undefined ? limit : `${limit} × ${beside}`;
}

function figuresOf({ row, rounds, failure }: Measured): string[] {
  const heading = `### ${row.id} · ${row.name}: ${row.what}`;
  if (failure !== null) return [heading, '', `Not measured: ${failure}.`];
  const names = [...rounds.keys()];
  const figures = new Set([...rounds.values()].flatMap((each) => each.flatMap(Object.keys)));
  const cell = (name: string, what: string) => {
    const values = (rounds.get(name) ?? []).map((each: Figures) => each[what] ?? NaN);
    const spread = spreadOf(values);
    return Number.isNaN(spread.median) ? '' : `${figure(spread.median)} (${inSpread(spread)})`;
  };
  const mark = (name: string) =>
    isBusy(rounds.get(name) ?? []) ? `${name} (loopback busy)` : name;
  return [
    heading,
    '',
    `| | ${names.map(mark).join(' | ')} |`,
    `| --- |${' --- |'.repeat(names.length)}`,
    ...[...figures].map(
      (what) => `| ${what} | ${names.map((name) => cell(name, what)).join(' | ')} |`,
    ),
  ];
}

function inSpread({ least, most }: Spread): string {
  return Number.isNaN(least) ? '' : `${figure(least)}–${figure(most)}`;
}

/** Three significant digits, but all of those before the point. */
function figure(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(Math.abs(value), 0.001))));
  return value.toFixed(Math.min(digits, 2)).replace(/\B(?=(\d{3})+$)/g, ',');
}
