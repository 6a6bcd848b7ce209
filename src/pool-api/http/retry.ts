import { DelegateBackoff, handleWhen, retry } from 'cockatiel';
import { PoolBroken, PoolBusy, PoolUnreachable } from '../../domain/errors/errors.js';

/** How often and how long a read is tried. Writes are not: nothing here is used for them. */
export interface RetryPolicy {
  readonly retries: number;
  /** The first wait; each further one doubles it, and each is drawn between half and all. */
  readonly firstWaitMs: number;
  /** From the first try to the last byte: what someone waits for a command at the longest. */
  readonly budgetMs: number;
}

export const DEFAULT_PATIENCE: RetryPolicy = { retries: 3, firstWaitMs: 250, budgetMs: 14_000 };

/** What went wrong in a way that may be over soon. A time-out has had its time already. */
function isPassing(error: Error): boolean {
  return (
    error instanceof PoolUnreachable || error instanceof PoolBroken || error instanceof PoolBusy
  );
}

/**
 * Tries until it is done, until it fails for good, or until no try is left that could end
 * before the deadline (`performance.now()`). No try is made while the pool wants a pause.
 */
export function tryAgain<Value>(
  attempt: () => Promise<Value>,
  { retries, firstWaitMs }: RetryPolicy,
  plan: { readonly deadline: number; readonly busyMs: () => number },
): Promise<Value> {
  let waitMs = 0;
  let failures = 0;
  const isWorthIt = (error: Error) => {
    if (!isPassing(error)) return false;
    const jittered = firstWaitMs * 2 ** failures++ * (0.5 + Math.random() / 2);
    waitMs = Math.max(jittered, plan.busyMs());
    return performance.now() + waitMs < plan.deadline;
  };
  const backoff = new DelegateBackoff(() => waitMs);
  return retry(handleWhen(isWorthIt), { maxAttempts: retries, backoff }).execute(attempt);
}
