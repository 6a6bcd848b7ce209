import { z } from 'zod';
import type { Store } from './store.js';
import { checkRow } from './rows.js';
import { StoreUnusable } from './unusable.js';

/**
 * The form of everything stored. Increment it when an earlier version couldn't read what this one
 * writes; `test/store/fixtures` keeps a store of each form, which every later version must read.
 */
const VERSION = 1;

const SPACE = 'store-version';
const KEY = 'version';
const OPTIONS = { space: SPACE, schema: z.int().min(1) };

/** Where the store says so. */
export const VERSION_PLACE = { space: SPACE, key: KEY } as const;

/** Throws `StoreUnusable` if a newer Pitboss has written into the store, `DamagedEntry` if none can tell. */
export async function checkVersion(store: Pick<Store, 'namespace'>): Promise<void> {
  refuseNewer(await store.namespace(SPACE).get(KEY));
}

/** `given`: the version as stored; undefined = none. */
export function refuseNewer(given: unknown): void {
  // Missing in stores of the first releases: the same as 1.
  const found = checkRow(OPTIONS, KEY, given) ?? 1;
  if (found <= VERSION) return;
  throw new StoreUnusable(
    `A newer Pitboss has written into this store (form ${found}; this one reads up to ${VERSION}). ` +
      'Nothing has been changed. Start the newer one, or restore a backup from before the upgrade.',
  );
}

/** For the bot's start, because from now on it writes this form. */
export async function noteVersion(
  store: Pick<Store, 'namespace' | 'compareAndSet'>,
): Promise<void> {
  const now = await store.namespace(SPACE).get(KEY);
  if ((checkRow(OPTIONS, KEY, now) ?? 0) >= VERSION) return;
  // If another process was faster, it has this version, or refused what it found.
  await store.compareAndSet<unknown>(SPACE, KEY, { now, next: VERSION });
}
