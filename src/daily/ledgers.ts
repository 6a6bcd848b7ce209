import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../store/store.js';
import { EMPTY_LEDGER, ledger, type Ledger } from './ledger.js';

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
const ATTEMPTS = 100;
const LONGEST_WAIT_MS = 20;

export function createLedgers(store: Store): Ledgers {
  const space = store.space<unknown>(SPACE);
  const parse = (stored: unknown) => (stored === undefined ? EMPTY_LEDGER : ledger.parse(stored));
  return {
    read: async (key) => parse(await space.get(key)),
    async change(key, change) {
      for (let tries = 0; tries < ATTEMPTS; tries++) {
        const now: unknown = await space.get(key);
        const next = change(parse(now));
        if (next === null) return null;
        if (await store.replace(SPACE, key, { now, next })) return next;
        // Mostly there are two at it, and the second then sees that the first has taken it.
        if (tries > 0) await pause(Math.random() * LONGEST_WAIT_MS);
      }
      throw new Error('a daily ledger is too busy to write to');
    },
    forget: async (key) => void (await space.delete(key)),
  };
}
