import { lstat } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { codeOf } from '../../domain/errors/error-code.js';
import { isNamedLikeStore } from '../sqlite/file-names.js';
import { StoreUnusable } from '../unusable.js';

/**
 * A new file takes the place of what has its name, so that may only be a file, or nothing: never a
 * device, a link (as /dev/stdout is) or a store. Throws `StoreUnusable`.
 */
export async function refuseUnreplaceable(path: string): Promise<void> {
  if (isNamedLikeStore(path))
    throw new StoreUnusable(
      `${path} is a name that the embedded store keeps for its own files. Nothing was written. Give the file another name.`,
    );
  const found = await statsOf(path);
  if (found === undefined || found.isFile()) return;
  throw new StoreUnusable(
    `${path} is ${kindOf(found)}, not a file. Nothing was written. Give the path of a file, or of none yet; standard output isn’t supported.`,
  );
}

async function statsOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function kindOf(found: Stats): string {
  if (found.isSymbolicLink()) return 'a link';
  if (found.isDirectory()) return 'a folder';
  return found.isFIFO() || found.isSocket() ? 'a pipe or socket' : 'a device';
}
