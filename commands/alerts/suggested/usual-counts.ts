import {
  COUNTED_MINERS,
  type CountedMiners,
} from '../../../src/alerts/watch/measure/miner-counts.js';
import type { Condition } from '../../../src/domain/alerts/conditions.js';
import { toResult } from '../../../src/domain/errors/result.js';
import type { PoolClient } from '../../../src/pool-api/client.js';
import { allPages, MINER_PAGE_SIZES } from '../../../src/pool-api/lists/all-pages.js';
import { uncutList } from '../../../src/pool-api/lists/require-list.js';
import { CARD_COUNT_BOUND } from '../../../src/pool-api/lists/walk-bounds.js';
import { walkPages } from '../../../src/pool-api/lists/walk-pages.js';

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
  if (condition !== 'offline-miners' && condition !== 'failing-miners') return undefined;
  const counted: CountedMiners = COUNTED_MINERS[condition];
  let count = 0;
  const pages = allPages((page) => pool.listMiners(counted.filter, page), {
    sizes: MINER_PAGE_SIZES,
    bound: CARD_COUNT_BOUND,
  });
  const walked = await toResult(
    walkPages(uncutList(pages), (items) => {
      count += items.filter((miner) => counted.is(miner) === true).length;
    }),
  );
  return walked.ok ? String(Math.max(LEAST, roundUp(count * MARGIN))) : undefined;
}

/** Rounded up to two digits: nobody sets a threshold of 217. */
export function roundUp(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.ceil(count / step) * step;
}
