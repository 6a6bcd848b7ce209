import { changeEntry } from '../../store/update-entry.js';
import type { Store } from '../../store/store.js';
import { EMPTY_LEDGER, ledger, type Ledger } from '../../domain/daily/post-state.js';

/** The ledgers in the store, one for each schedule. */
export interface Ledgers {
  read(key: string): Promise<Ledger>;
  /**
   * Applies `change` to what is there now, as one step over all processes. Null, and nothing
   * written, when `change` gives null. `change` may be called several times.
   */
  change(key: string, change: (now: Ledger) => Ledger | null): Promise<Ledger | null>;
  forget(key: string): Promise<void>;
}

const SPACE = 'daily-ledgers';

export function createLedgers(store: Store): Ledgers {
  const space = store.space<unknown>(SPACE);
  const parse = (stored: unknown) => (stored === undefined ? EMPTY_LEDGER : ledger.parse(stored));
  return {
    read: async (key) => parse(await space.get(key)),
    change: (key, change) => changeEntry(store, { space: SPACE, key }, (now) => change(parse(now))),
    forget: async (key) => void (await space.delete(key)),
  };
}
