import type { ClosedMark } from '../closed-store.js';
import { stillUsed, type BulkStore } from '../adapter/bulk-store.js';
import { takeExclusiveAccess, type FoundMark, type ExclusiveAccess } from './exclusive-access.js';

/**
 * Closes a store that nobody uses. One may have started after the first look, and before it could
 * see the mark: then the mark is taken back, and `StoreUnusable` is thrown; so too if another run
 * has closed the store since its mark was `found`.
 */
export async function closeUnused(
  store: BulkStore,
  { found, mark }: { readonly found: FoundMark; readonly mark: ClosedMark },
): Promise<ExclusiveAccess> {
  const access = await takeExclusiveAccess(store, found, mark);
  try {
    await refuseUsed([store]);
  } catch (error) {
    await access.giveBack();
    throw error;
  }
  return access;
}

/** Throws `StoreUnusable` if a bot is connected. `warn` is told where that isn't known. */
export async function refuseUsed(
  stores: readonly BulkStore[],
  warn: (sentence: string) => void = () => undefined,
): Promise<void> {
  for (const store of stores) {
    const others = await store.others();
    if (others === null)
      warn(
        `${store.name} doesn't say who is connected. Make sure that every Pitboss process is stopped.`,
      );
    else if (others > 0) throw stillUsed(store.name);
  }
}
