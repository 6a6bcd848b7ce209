import type { Store } from './store.js';

/** A process that works for longer counts as dead; below the minutes for which Discord knows nonces. */
const CLAIMED_MS = 60_000;

/** Runs it unless another process does. */
export async function underClaim(
  store: Pick<Store, 'claim' | 'release'>,
  key: string,
  work: () => Promise<void>,
): Promise<void> {
  if (!(await store.claim(key, CLAIMED_MS))) return;
  try {
    await work();
  } finally {
    await store.release(key);
  }
}
