import { setTimeout } from 'node:timers/promises';

/** In milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The only source of time. Tests and the playground inject one that they can move. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Runs `work` every `ms`; the next run starts `ms` after the last one ended. Returns how to stop. */
  every(ms: number, work: () => Promise<void>): () => void;
}

/** Waits until `work` succeeds or fails, for `ms` at most. Resolves to whether it did in time. */
export function waitAtMost(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  const settled = () => true;
  return Promise.race([work.then(settled, settled), clock.sleep(ms).then(() => false)]);
}

export const systemClock: Clock = {
  now: () => Date.now(),
  // It rejects only if the signal ends it.
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
  every(ms, work) {
    const stopping = new AbortController();
    const { signal } = stopping;
    const run = async () => {
      await systemClock.sleep(ms, signal);
      while (!signal.aborted) {
        await work();
        await systemClock.sleep(ms, signal);
      }
    };
    void run();
    return () => stopping.abort();
  },
};
