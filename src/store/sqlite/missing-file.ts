import { existsSync } from 'node:fs';
import { StoreUnusable } from '../unusable.js';
import { refuseNoAccess } from './file-access.js';
import { fileOf } from './file-names.js';

/** A tool never makes the store it reads: a misspelt folder would pass for an empty store. */
export function refuseMissing(dataDir: string): void {
  // In a folder that may not be looked into, nothing seems to be there.
  refuseNoAccess(dataDir);
  if (!existsSync(fileOf(dataDir)))
    throw new StoreUnusable(
      `There is no store in the folder ${dataDir}. Nothing was made there. Check DATA_DIR, or which store was named.`,
    );
}
