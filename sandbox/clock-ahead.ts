import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aheadAt, type ClockOffset } from './clock-offset.js';

const FILE = 'clock-turn.json';
const LOOK_MS = 50;

const clock = `
  import { readFileSync } from 'node:fs';
  const aheadAt = ${aheadAt.toString()};
  let turn = { aheadMs: 0 };
  const look = () => { try { turn = JSON.parse(readFileSync('${FILE}', 'utf8')); } catch {} };
  look();
  const { now } = Date;
  Date.now = () => { const at = now(); return at + aheadAt(turn, at); };
  globalThis.Date = new Proxy(Date, {
    construct: (date, args, target) =>
      Reflect.construct(date, args.length === 0 ? [Date.now()] : args, target),
  });
`;

/** For `--import`: turns a process's clock as a file in its folder says at start. */
export const clockAhead = module(clock);

/** The same, but set again while it runs: a clock that is wrong for a while, and the process's own count isn't. */
export const settableClock = module(`${clock}
  setInterval(look, ${LOOK_MS}).unref();
`);

/**
 * The same, but turned again while it runs, and with it the process's own count: time passes. Timers
 * stay on this machine's time.
 */
export const turningClock = module(`${clock}
  const count = performance.now.bind(performance);
  performance.now = () => count() + aheadAt(turn, now());
  setInterval(look, ${LOOK_MS}).unref();
`);

/** Steps begin this much later, when every process knows of them, so all step together. */
export const TURN_LEAD_MS = 4 * LOOK_MS;

/** For processes that start in `folder`. */
export async function setClockOffset(folder: string, turn: ClockOffset): Promise<void> {
  const file = join(folder, FILE);
  // Keeps readers from seeing half a file.
  await writeFile(`${file}.new`, JSON.stringify(turn));
  await rename(`${file}.new`, file);
}

function module(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
