import type { Digest } from './digest.js';
import { beginFilling, fill, refuseUsed, setMark, type Source } from './fill.js';
import type { WholeStore } from '../adapter/whole-store.js';

/**
 * Fills an empty store from a backup; run again after an interruption, it starts over. Throws
 * `StoreUnusable`, in words.
 */
export async function restoreStore(
  target: WholeStore,
  backup: Source,
  warn: (sentence: string) => void,
): Promise<Digest> {
  await refuseUsed([target], warn);
  const mark = await beginFilling(target, backup);
  const digest = await fill(target, backup, mark);
  await setMark(target, null);
  return digest;
}
