import { backoff } from './backoff.js';
import { isChannelGone } from '../errors/channel-refused.js';
import type { Uptime } from '../time/uptime.js';
import { DAY_MS, SECOND_MS, MINUTE_MS } from '../time/units.js';

/** Things that Discord or the store didn't take, retried at growing gaps. */
export interface Retries<Item> {
  /** Gives up if the channel is gone, or after a day of failures. */
  failed(key: string, item: Item, errors: readonly unknown[]): void;
  succeeded(key: string): void;
  /** Whether it has failed and will be handed out again. */
  has(key: string): boolean;
  /** What is due, each handed out once until it fails again. */
  take(): readonly Item[];
}

const GAP = { firstMs: SECOND_MS, ceilingMs: 5 * MINUTE_MS };
export const RETRIED_FOR_MS = DAY_MS;

/** By the process's own count: a wall clock that is set must neither stop nor end them. */
export function createRetries<Item>(uptime: Uptime, random = Math.random): Retries<Item> {
  const waiting = new Map<string, { item: Item; since: number; times: number; nextAt: number }>();
  return {
    failed(key, item, errors) {
      const now = uptime();
      const { since, times } = waiting.get(key) ?? { since: now, times: 0 };
      const nextAt = now + backoff(times + 1, { ...GAP, random });
      if (errors.every(isChannelGone) || now - since > RETRIED_FOR_MS) waiting.delete(key);
      else waiting.set(key, { item, since, times: times + 1, nextAt });
    },
    succeeded: (key) => void waiting.delete(key),
    has: (key) => waiting.has(key),
    take() {
      const now = uptime();
      const due = [...waiting].filter(([, { nextAt }]) => nextAt <= now);
      for (const [key, each] of due) waiting.set(key, { ...each, nextAt: Infinity });
      return due.map(([, { item }]) => item);
    },
  };
}
