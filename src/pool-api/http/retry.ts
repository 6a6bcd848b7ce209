import { setTimeout as sleep } from 'node:timers/promises';
import { backoff } from '../../domain/async/backoff.js';
import { PoolBroken, PoolBusy, PoolUnreachable } from '../../domain/errors/pool-errors.js';
import { SECOND_MS } from '../../domain/time/units.js';

/** How often, and for how long, a read is tried. Writes are never retried. */
export interface RetryPolicy {
  readonly retries: number;
  /** The first wait; each further one doubles, jittered by up to half. */
  readonly firstWaitMs: number;
  /** From the first attempt to the last byte. */
  readonly budgetMs: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  retries: 3,
  firstWaitMs: 250,
  budgetMs: 14 * SECOND_MS,
};

/**
 * Retries failures that may pass: not a time-out, which has had its time. Waits at least `busyMs`;
 * gives up if the wait would reach the deadline (`performance.now()`).
 */
export async function withRetries<Value>(
  attempt: () => Promise<Value>,
  { retries, firstWaitMs }: RetryPolicy,
  { deadline, busyMs }: { readonly deadline: number; readonly busyMs: () => number },
): Promise<Value> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      const gapMs = backoff(failures, { firstMs: firstWaitMs, ceilingMs: Infinity });
      const waitMs = Math.max(gapMs, busyMs());
      const isInTime = performance.now() + waitMs < deadline;
      if (failures > retries || !isTransient(error) || !isInTime) throw error;
      await sleep(waitMs);
    }
  }
}

function isTransient(error: unknown): boolean {
  return (
    error instanceof PoolUnreachable || error instanceof PoolBroken || error instanceof PoolBusy
  );
}
