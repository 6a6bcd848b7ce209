import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { alerts } from './rows/alerts.js';
import { exporting } from './rows/export.js';
import { fanOut } from './rows/fan-out.js';
import { far } from './rows/latency.js';
import { guilds, idle } from './rows/guilds.js';
import { retained } from './rows/retained.js';
import { move } from './rows/move.js';
import { poolClient } from './rows/pool-client.js';
import type { Row } from './rows/row.js';
import { start } from './rows/start.js';
import { summary } from './rows/summary.js';
import { trails } from './rows/trails.js';
import { root } from '../sandbox/dist-paths.js';
import { describeMachine, report } from './runner/report.js';
import { judge, measure, type Measured } from './runner/rounds.js';

/**
 * `npm run bench` measures every row and writes the table in docs/performance.md. `npm run bench --
 * P1 P8` prints only those, `--quick` does less of everything, `--rounds=9` more. `npm run bench --
 * burst 1500` runs one of the programs without a target.
 */
const ROWS: readonly Row[] = [
  summary,
  far,
  start,
  retained,
  poolClient,
  exporting,
  fanOut,
  trails,
  idle,
  guilds,
  move,
  alerts,
];
const PROGRAMS: Readonly<Record<string, () => Promise<unknown>>> = {
  burst: () => import('./burst.js'),
  'big-write': () => import('./big-write.js'),
  doors: () => import('./doors.js'),
  'hostile-lists': () => import('./hostile-lists.js'),
};
const TABLE = join(root, 'docs/performance.md');
const [BEGIN, END] = ['<!-- npm run bench: begin -->', '<!-- npm run bench: end -->'];

const USAGE = `npm run bench [-- [row …] [--quick] [--rounds=N] [--write]]
rows: ${ROWS.map(({ id, name }) => `${name} (${id})`).join(', ')}
or one program: ${Object.keys(PROGRAMS).join(', ')}`;

const [, , ...given] = process.argv;
const program = PROGRAMS[given[0] ?? ''];
if (program === undefined) await runRows();
else {
  process.argv.splice(2, 1);
  await program();
}

/** Twenty minutes of rows started by a misspelt flag would be wasted. */
function endWithUsage(wrong: string): never {
  process.stderr.write(`${wrong}\n${USAGE}\n`);
  process.exit(2);
}

async function runRows(): Promise<void> {
  const flags = given.filter((each) => each.startsWith('--'));
  const names = given.filter((each) => !each.startsWith('--'));
  const unknown = flags.find((each) => !/^--(?:quick|write|rounds=[1-9]\d?)$/.test(each));
  if (unknown !== undefined) endWithUsage(`${unknown} is not known.`);
  const quick = flags.includes('--quick');
  const wanted = flags.find((each) => each.startsWith('--rounds='))?.slice('--rounds='.length);
  const rounds = Number(wanted ?? (quick ? 3 : 5));
  const machine = describeMachine({ rounds, quick });
  const isChosen = (row: Row) =>
    names.length === 0 ? !(quick && row.takesMinutes) : names.some((name) => isOf(row, name));
  const chosen = ROWS.filter(isChosen);
  if (chosen.length === 0) endWithUsage(`No row is called ${names.join(' or ')}.`);
  const measured: Measured[] = [];
  for (const row of chosen) {
    const begun = performance.now();
    measured.push(await measure(row, { quick, rounds }));
    process.stderr.write(`${row.id} ${row.name}: ${secondsSince(begun)} s\n`);
  }
  process.stderr.write(`all of it: ${secondsSince(0)} s\n`);
  const text = report(measured, machine);
  process.stdout.write(`${text}\n`);
  if ((names.length === 0 && !quick) || flags.includes('--write')) await write(text);
  const missed = measured.flatMap(judge).filter(({ isReached }) => !isReached).length;
  process.stdout.write(`\n${missed} targets not reached.\n`);
  process.exit(measured.every(({ failure }) => failure === null) ? 0 : 1);
}

function secondsSince(begun: number): string {
  return ((performance.now() - begun) / 1_000).toFixed(0);
}

function isOf(row: Row, name: string): boolean {
  return row.name === name || [row, ...row.targets].some(({ id }) => id === name);
}

/** Formatted as `npm run check` requires. */
async function write(text: string): Promise<void> {
  const before = readFileSync(TABLE, 'utf8');
  const [begin, end] = [before.indexOf(BEGIN), before.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${TABLE} has no place for the table`);
  const after = `${before.slice(0, begin)}${BEGIN}\n\n${text}\n\n${before.slice(end)}`;
  writeFileSync(TABLE, (await format(TABLE, after)).code);
}
