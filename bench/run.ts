import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stayOnFirstCore } from './child.js';
import { describeMachine, showFigures, targetTable } from './report.js';
import { judge, measure, type Measured } from './rounds.js';
import { alerts, daily } from './rows/background.js';
import { miners, page } from './rows/miners.js';
import { moves } from './rows/moves.js';
import { memory, start } from './rows/process.js';
import type { Row } from './rows/row.js';
import { far, summary } from './rows/summary.js';

/** `npm run bench -- [row …] [--quick] [--rounds=N] [--write]` prints the table in Markdown. */
const ROWS: readonly Row[] = [summary, far, start, memory, page, miners, daily, moves, alerts];

/** From `dist/bench`. */
const DOCUMENT = join(import.meta.dirname, '../../docs/performance.md');
const INTRODUCTION = `# Performance

Made by \`npm run bench -- --write\`. [bench/README.md](../bench/README.md) explains the rows.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const { quick } = values;
const rounds = Number(values.rounds ?? (quick ? 3 : 5));
const rows = ROWS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (rows.length === 0) {
  console.error(`Rows: ${ROWS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
stayOnFirstCore();
// Exiting ends the bots, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const machine = describeMachine(rounds);
const measured: Measured[] = [];
for (const row of rows) {
  const all = await measure(row, { quick, rounds });
  showFigures(all);
  measured.push(all);
}
const targets = targetTable(measured);
console.log(`\n${machine}\n\n${targets}`);
if (values.write) writeFileSync(DOCUMENT, `${INTRODUCTION}\n\n${machine}\n\n${targets}\n`);
const missed = measured.flatMap((each) =>
  each.row.targets.filter((target) => !judge(each, target).isMet),
);
console.log(`\n${missed.length} targets missed.`);
process.exit(measured.every(({ failure }) => failure === null) ? 0 : 1);
