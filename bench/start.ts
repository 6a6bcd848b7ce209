import { openStartBench, type StartFigures } from './rows/start.js';
import { median } from './support/process-figures.js';

/**
 * `node dist/bench/start.js [rounds] [servers]`, on Linux: from the start of the process to
 * IDENTIFY, how long somebody waits who asks right after READY, and what is resident then.
 */
const [rounds = '5', servers = '2500'] = process.argv.slice(2);
const bench = await openStartBench(Number(servers));
const figures: StartFigures[] = [];
for (let round = 0; round < Number(rounds); round++) figures.push(await bench.measure());
await bench.close();

const row = (figure: (each: StartFigures) => number) => {
  const all = figures.map(figure);
  return { median: median(all).toFixed(0), best: Math.min(...all).toFixed(0) };
};
console.table({
  'start to IDENTIFY (ms)': row((each) => each.identifyMs),
  'asked right after READY (ms)': row((each) => each.askAfterReadyMs),
  'resident (MiB)': row((each) => each.idleMiB),
});
process.exit(0);
