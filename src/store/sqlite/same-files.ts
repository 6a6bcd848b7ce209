import { statSync } from 'node:fs';

/**
 * Tells whether the same files still lie at `paths` as now. What is written to an open file whose
 * name was deleted, or given to another file, is acknowledged by the disk and gone at the next
 * start. Some microseconds per look.
 */
export function rememberFiles(paths: readonly string[]): () => boolean {
  const known = paths.map(identityOf);
  return () => paths.every((path, index) => identityOf(path) === known[index]);
}

/** Undefined where there is none, or it cannot be seen any more. */
function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
