import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program started with a module of `preload`. */
interface Asked {
  readonly pid: () => number;
  readonly folder: string;
}

/** Node's flag to load that module before the bot. */
export function preload(name: 'heap' | 'store'): string {
  return `--import=${resolve(import.meta.dirname, '../preload', `${name}.js`)}`;
}

/** The module's present figures. */
export async function askFigures({ pid, folder }: Asked): Promise<Record<string, number>> {
  const file = join(folder, 'figures');
  rmSync(file, { force: true });
  process.kill(pid(), 'SIGUSR2');
  for (let tries = 0; !existsSync(file); tries++) {
    if (tries > 1_000) throw new Error('the bot does not say its figures');
    await sleep(10);
  }
  return Object(JSON.parse(readFileSync(file, 'utf8')));
}
