import type { PoolClient } from '../../pool-api/client.js';
import { wholeList } from '../../pool-api/lists/require-list.js';
import { allPages, MINER_PAGE_SIZES } from '../../pool-api/lists/all-pages.js';
import { FLEET_COUNT_BOUND } from '../../pool-api/lists/walk-bounds.js';
import { walkPages } from '../../pool-api/lists/walk-pages.js';
import type { FleetCount } from '../../views/daily/daily-post-model.js';

/** Few, since the guild's commands need the pool meanwhile. */
const PAGES_AT_ONCE = 2;

/** Walks the fleet in the largest pages the pool accepts and holds no more than two of them. */
export async function countFleet(pool: PoolClient, siteId?: string): Promise<FleetCount> {
  const [hashing, health] = [new Map<string | null, number>(), new Map<string | null, number>()];
  let total = 0;
  const filter = siteId === undefined ? {} : { siteId };
  const pages = allPages((page) => pool.listMiners(filter, page), {
    sizes: MINER_PAGE_SIZES,
    inFlight: PAGES_AT_ONCE,
    bound: FLEET_COUNT_BOUND,
  });
  const notes = await walkPages(wholeList(pages), (items) => {
    total += items.length;
    for (const { hashing_status, healthy_status } of items) {
      add(hashing, hashing_status ?? null);
      add(health, healthy_status ?? null);
    }
  });
  return { total, hashing, health, ...notes };
}

function add(counts: Map<string | null, number>, word: string | null): void {
  counts.set(word, (counts.get(word) ?? 0) + 1);
}
