import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startContender, type Contender } from './contenders.js';
import { showFigures, targetLine, type Rounds } from './report.js';
import { alerts, daily } from './rows/background.js';
import { miners, page } from './rows/miners.js';
import { moves } from './rows/moves.js';
import { memory, start } from './rows/process.js';
import type { Figures, Row } from './rows/row.js';
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
if (rows.length === 0) throw new Error(`The rows are ${ROWS.map(({ name }) => name).join(', ')}`);
// The loopback is in this process and gets the first core; bots get the second.
spawnSync('taskset', ['-a', '-c', '-p', '0', String(process.pid)]);
// Exiting ends the bots, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

// What the figures depend on. The load is that of others, as nothing has been measured yet.
const date = new Date().toISOString().slice(0, 10);
const load = loadavg()[0]?.toFixed(1);
const machine = `${date}, ${cpus().length} cores, Node ${process.versions.node}, load ${load} before, ${rounds} rounds: medians (least to most).`;
const lines = ['| # | figure | target | measured | met |', '| --- | --- | --- | --- | --- |'];
for (const row of rows) {
  console.log(`\n${row.name}: ${row.what}`);
  const measured = await measure(row);
  showFigures(measured);
  lines.push(...row.targets.map((target) => targetLine(target, measured)));
}
const report = `${machine}\n\n${lines.join('\n')}\n`;
console.log(`\n${report}`);
if (values.write) writeFileSync(DOCUMENT, `${INTRODUCTION}\n\n${report}`);
process.exit();

/** Bots take turns, so that whatever else the machine does meets all of them. Nothing if one fails. */
async function measure(row: Row): Promise<Rounds> {
  const { bots, isFresh, isSlow, quickGuilds } = row;
  const guilds = (quick && quickGuilds) || row.guilds;
  const figures = new Map<string, Figures[]>(bots.map((name) => [name, []]));
  const running: Contender[] = [];
  const open = async (name: string): Promise<Contender> => {
    const bot = await startContender(name, { ...row, guilds });
    running.push(bot);
    await row.warmUp?.(bot, quick);
    return bot;
  };
  const close = () => Promise.all(running.splice(0).map((bot) => bot.close()));
  try {
    if (!isFresh) for (const name of bots) await open(name);
    for (let left = isSlow ? Math.min(rounds, quick ? 1 : 2) : rounds; left > 0; left--) {
      for (const name of bots) {
        const bot = running.find((each) => each.name === name) ?? (await open(name));
        figures.get(name)?.push(await row.round(bot, quick));
        if (isFresh) await close();
      }
    }
  } catch (error) {
    console.log('Not measured:', error);
    process.exitCode = 1;
    figures.clear();
  }
  await close();
  return figures;
}
