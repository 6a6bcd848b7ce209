import { isFailing } from '../../domain/pool/miner-status.js';
import type { PoolClient } from '../../pool-api/client.js';
import { requireList, wholeList } from '../../pool-api/lists/require-list.js';
import { allPages, MINER_PAGE_SIZES } from '../../pool-api/lists/all-pages.js';
import { CARD_COUNT_BOUND, FLEET_COUNT_BOUND } from '../../pool-api/lists/walk-bounds.js';
import { walkPages, type ListNotes } from '../../pool-api/lists/walk-pages.js';
import type { Miner } from '../../pool-api/resources.js';
import type { FailingCount } from '../../views/pool/summary/by-site.js';
import type { FleetCount } from '../../views/daily/daily-post-model.js';

/** Few, since the guild's commands need the pool at the same time. */
const PAGES_AT_ONCE = 2;

/** Walks the fleet in the largest pages the pool accepts, holding no more than two of them. */
export async function countFleet(pool: PoolClient, siteId?: string): Promise<FleetCount> {
  const [hashing, health] = [new Map<string | null, number>(), new Map<string | null, number>()];
  const failing = countFailing();
  let total = 0;
  const filter = siteId === undefined ? {} : { siteId };
  const pages = allPages((page) => pool.listMiners(filter, page), {
    sizes: MINER_PAGE_SIZES,
    inFlight: PAGES_AT_ONCE,
    bound: FLEET_COUNT_BOUND,
  });
  const notes = await walkPages(wholeList(pages), (items) => {
    total += items.length;
    for (const miner of items) {
      add(hashing, miner.hashing_status ?? null);
      add(health, miner.healthy_status ?? null);
      failing.add(miner);
    }
  });
  return { total, hashing, health, failing: failing.whole(notes), ...notes };
}

/** From the pool's own list of them, as far as it comes soon. */
export async function countFailingMiners(pool: PoolClient, siteId?: string): Promise<FailingCount> {
  const failing = countFailing();
  const filter = { healthyStatus: 'failing' as const, ...(siteId === undefined ? {} : { siteId }) };
  const pages = allPages((page) => pool.listMiners(filter, page), {
    sizes: MINER_PAGE_SIZES,
    bound: CARD_COUNT_BOUND,
  });
  const notes = await walkPages(requireList(pages), (items) => {
    for (const miner of items) failing.add(miner);
  });
  return failing.whole(notes);
}

function countFailing() {
  const bySite = new Map<string | null, number>();
  let count = 0;
  let unsaid = 0;
  return {
    /** A pool may ignore its filter, so each row's own word counts. */
    add(miner: Miner): void {
      const is = isFailing(miner);
      if (is === null) unsaid++;
      if (is !== true) return;
      count++;
      add(bySite, miner.site_id ?? null);
    },
    whole: ({ cutOff, repeated, contradicts }: ListNotes): FailingCount => ({
      count,
      bySite,
      atLeast: unsaid > 0 || cutOff !== undefined || repeated === true || contradicts === true,
    }),
  };
}

function add(counts: Map<string | null, number>, word: string | null): void {
  counts.set(word, (counts.get(word) ?? 0) + 1);
}
