import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Installation } from './world.js';

const FILE = 'days-ahead';

/** Read before the bot itself: its clock then goes ahead by what a file in its folder says. */
const preload = `
  import { readFileSync } from 'node:fs';
  let days = 0;
  try { days = Number(readFileSync('${FILE}', 'utf8')); } catch {}
  const now = Date.now;
  Date.now = () => now() + Math.round(days * 86_400_000);
`;

/** For the environment of a bot whose clock a test turns. */
export const clockFromFile = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
};

/** From its next start on. */
export function setDaysAhead(
  { dataDir }: Pick<Installation, 'dataDir'>,
  days: number,
): Promise<void> {
  return writeFile(join(dataDir, FILE), String(days));
}
