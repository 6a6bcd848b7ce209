import type { Digest } from './digest.js';
import { refuseUsed } from './close-unused.js';
import { beginFilling, fill, type RecordSource } from './fill-store.js';
import type { BulkStore } from '../adapter/bulk-store.js';

/**
 * Fills an empty store from a backup; run again after an interruption, it starts over, and what was
 * only held up writes nothing more. Throws `StoreUnusable`, in words.
 */
export async function restoreStore(
  target: BulkStore,
  backup: RecordSource,
  warn: (sentence: string) => void,
): Promise<Digest> {
  await refuseUsed([target], warn);
  const begun = await beginFilling(target, backup);
  const digest = await fill(begun, backup);
  await begun.access.open();
  return digest;
}
