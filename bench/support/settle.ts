import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from './process-figures.js';

const QUIET_SECONDS = 0.05;
const MAX_SECONDS = 120;

/**
 * Waits until a bot is idle. At its first start it reads whatever was put into its store by hand,
 * and notes how far it got; a store that it wrote itself has these notes.
 */
export async function settle(pid: number): Promise<void> {
  for (let second = 0; second < MAX_SECONDS; second++) {
    const before = cpuSeconds(pid);
    await sleep(1_000);
    if (cpuSeconds(pid) - before < QUIET_SECONDS) return;
  }
  throw new Error('the bot came to no rest');
}
