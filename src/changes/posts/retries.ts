import type { Clock } from '../../domain/time/clock.js';
import { isChannelGone } from '../../domain/errors/errors.js';

/** What Discord or the store did not take, to be tried again at growing gaps. */
export interface Retries<Item> {
  /** Forgets what is gone for good by all that went wrong, and what has failed for a day. */
  failed(key: string, item: Item, errors: readonly unknown[]): void;
  succeeded(key: string): void;
  /** True of what has failed and is tried again by whoever takes it. */
  has(key: string): boolean;
  /** Whose next try is due; each is handed out once, until it has failed again. */
  take(): readonly Item[];
}

const FIRST_GAP_MS = 1_000;
const LONGEST_GAP_MS = 5 * 60_000;
/** What nobody could be told in so long is given up. */
export const TRIED_FOR_MS = 24 * 3_600_000;

export function createRetries<Item>(clock: Clock): Retries<Item> {
  const waiting = new Map<string, { item: Item; since: number; gap: number; nextAt: number }>();
  return {
    failed(key, item, errors) {
      const now = clock.now();
      const before = waiting.get(key);
      const since = before?.since ?? now;
      const gap = before === undefined ? FIRST_GAP_MS : Math.min(before.gap * 2, LONGEST_GAP_MS);
      if (errors.every(isChannelGone) || now - since > TRIED_FOR_MS) waiting.delete(key);
      else waiting.set(key, { item, since, gap, nextAt: now + gap });
    },
    succeeded: (key) => void waiting.delete(key),
    has: (key) => waiting.has(key),
    take() {
      const due = [...waiting].filter(([, { nextAt }]) => nextAt <= clock.now());
      for (const [key, each] of due) waiting.set(key, { ...each, nextAt: Infinity });
      return due.map(([, { item }]) => item);
    },
  };
}
