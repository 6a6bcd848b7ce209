import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** The command, kept to one core where that is possible. */
export function pinned(core: number, command: readonly string[]): string[] {
  return canPin ? ['taskset', '--cpu-list', String(core), ...command] : [...command];
}
