import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contender } from './contender.js';

/** Runs in the bot: on SIGUSR2 all garbage is collected, and what is left written to `heap`. */
const COLLECT = `import{writeFileSync,renameSync}from'node:fs';
process.on('SIGUSR2',()=>{gc();gc();const{heapUsed,external}=process.memoryUsage();
writeFileSync('heap.tmp',String(heapUsed+external));renameSync('heap.tmp','heap')})`;

/** Flags of Node for it. */
export const WITH_COLLECTION = [
  '--expose-gc',
  `--import=data:text/javascript,${encodeURIComponent(COLLECT)}`,
];

/** Bytes that are still in use. */
export async function heapAfterCollection({ pid, folder }: Contender): Promise<number> {
  const file = join(folder, 'heap');
  rmSync(file, { force: true });
  process.kill(pid(), 'SIGUSR2');
  for (let tries = 0; !existsSync(file); tries++) {
    if (tries > 500) throw new Error('the bot did not collect its garbage');
    await sleep(20);
  }
  return Number(readFileSync(file, 'utf8'));
}
