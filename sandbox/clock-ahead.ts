import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'clock-ahead-ms';

const source = `
  import { readFileSync } from 'node:fs';
  let ahead = 0;
  try { ahead = Number(readFileSync('${FILE}', 'utf8')); } catch {}
  const { now } = Date;
  Date.now = () => now() + ahead;
  globalThis.Date = new Proxy(Date, {
    construct: (date, args, target) =>
      Reflect.construct(date, args.length === 0 ? [Date.now()] : args, target),
  });
`;

/** For `--import`: the clock of a process, which then goes ahead by what a file in its folder says. */
export const clockAhead = `data:text/javascript,${encodeURIComponent(source)}`;

/** Of a process that starts in `folder` after this. */
export function setClockAhead(folder: string, ms: number): Promise<void> {
  return writeFile(join(folder, FILE), String(ms));
}
