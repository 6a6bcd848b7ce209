import type { Condition } from '../../../src/domain/alerts/conditions.js';
import { toResult } from '../../../src/domain/errors/result.js';
import type { MinerFilter, PoolClient } from '../../../src/pool-api/client.js';
import { allPages, MINER_PAGE_SIZES } from '../../../src/pool-api/lists/all-pages.js';
import { uncutList } from '../../../src/pool-api/lists/require-list.js';
import { CARD_COUNT_BOUND } from '../../../src/pool-api/lists/walk-bounds.js';
import { walkPages } from '../../../src/pool-api/lists/walk-pages.js';
import type { Miner } from '../../../src/pool-api/resources.js';

/** What the conditions that count miners count. */
const COUNTED: Partial<
  Readonly<Record<Condition, { readonly filter: MinerFilter; is(miner: Miner): boolean }>>
> = {
  'offline-miners': {
    filter: { hashingStatus: 'offline' },
    is: ({ hashing_status }) => hashing_status === 'offline',
  },
  'failing-miners': {
    filter: { healthyStatus: 'failing' },
    is: ({ healthy_status }) => healthy_status === 'failing',
  },
};

const LEAST = 10;
const MARGIN = 1.5;

/**
 * A threshold well above the fleet's present count, because a large fleet always has miners that
 * are off. Undefined for conditions that count none, or if counting fails or takes too long.
 */
export async function usualCount(
  condition: Condition,
  pool: Pick<PoolClient, 'listMiners'>,
): Promise<string | undefined> {
  const counted = COUNTED[condition];
  if (counted === undefined) return undefined;
  let count = 0;
  const pages = allPages((page) => pool.listMiners(counted.filter, page), {
    sizes: MINER_PAGE_SIZES,
    bound: CARD_COUNT_BOUND,
  });
  // A pool may ignore its filter, so each row is checked.
  const walked = await toResult(
    walkPages(uncutList(pages), (items) => {
      count += items.filter((miner) => counted.is(miner)).length;
    }),
  );
  return walked.ok ? String(Math.max(LEAST, roundUp(count * MARGIN))) : undefined;
}

/** Rounded up to two digits: nobody sets a threshold of 217. */
export function roundUp(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.ceil(count / step) * step;
}
