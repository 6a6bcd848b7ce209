import { PoolError } from '../../pool/pool-error.js';
import type { Pool } from '../../pool/pool.js';

/** How a round's reads went. */
export interface Count {
  requests: number;
  failed: number;
  /** Of the failed ones, how many because the key is refused (401). */
  refused: number;
}

export const newCount = (): Count => ({ requests: 0, failed: 0, refused: 0 });

/** The pool, with each read of the watch counted. */
export function countedPool(pool: Pool, count: Count): Pool {
  async function counted<Result>(read: () => Promise<Result>): Promise<Result> {
    count.requests += 1;
    try {
      return await read();
    } catch (error) {
      count.failed += 1;
      if (error instanceof PoolError && error.kind === 'key') count.refused += 1;
      throw error;
    }
  }
  return {
    ...pool,
    summary: (...asked) => counted(() => pool.summary(...asked)),
    revenue: (...asked) => counted(() => pool.revenue(...asked)),
    subaccounts: (...asked) => counted(() => pool.subaccounts(...asked)),
    paymentSettings: (...asked) => counted(() => pool.paymentSettings(...asked)),
    contracts: (...asked) => counted(() => pool.contracts(...asked)),
    balances: (...asked) => counted(() => pool.balances(...asked)),
    miners: (...asked) => counted(() => pool.miners(...asked)),
    sites: () => counted(() => pool.sites()),
    fresh: () => countedPool(pool.fresh(), count),
  };
}
