import { basename, join } from 'node:path';

export const FILE = 'pitboss.sqlite';
const ENDS = ['', '-wal', '-shm', '-journal'];

export function fileOf(dataDir: string): string {
  return join(dataDir, FILE);
}

export function journalOf(dataDir: string): string {
  return join(dataDir, `${FILE}-wal`);
}

/** The shared memory in which all processes keep one store's locks. */
export function sharedMemoryOf(dataDir: string): string {
  return join(dataDir, `${FILE}-shm`);
}

/**
 * Told by the name alone, in whatever folder, so that no spelling of a path and no linked folder gets
 * round it. Capitals don't count: some disks don't tell them apart.
 */
export function isNamedLikeStore(path: string): boolean {
  const name = basename(path).toLowerCase();
  return ENDS.some((end) => name === `${FILE}${end}`);
}
