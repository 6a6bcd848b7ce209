import type { DateRange, PoolClient, Read } from '../../pool-api/client.js';
import {
  allPages,
  DERIVATIVES_PAGE_SIZES,
  MINER_PAGE_SIZES,
  type FetchPage,
  type PagesOptions,
} from '../../pool-api/lists/all-pages.js';
import { collectPages, type CollectedList } from '../../pool-api/lists/collect-pages.js';
import { wholeList } from '../../pool-api/lists/require-list.js';
import type {
  Contract,
  DerivativesBalances,
  Miner,
  PaymentSettings,
  RevenueReport,
  Summary,
} from '../../pool-api/resources.js';
import { COUNTED_MINERS, type MinerCount } from './measure/miner-counts.js';
import { revenueRange } from './measure/revenue.js';
import type { MinersRead, WantedRead } from './wanted-reads.js';
import { SECOND_MS } from '../../domain/time/units.js';

/** The pool's answer to a read, and how many requests it took. */
export type ReadAnswer = { readonly requests: number } & (
  | { readonly kind: 'summary'; readonly read: Read<Summary> }
  | { readonly kind: 'revenue'; readonly read: Read<RevenueReport>; readonly range: DateRange }
  | { readonly kind: 'balances'; readonly read: Read<DerivativesBalances> }
  | { readonly kind: 'payments'; readonly list: CollectedList<PaymentSettings> }
  | { readonly kind: 'contracts'; readonly list: CollectedList<Contract> }
  | { readonly kind: 'temperature'; readonly at: number; readonly miners: readonly Miner[] }
  | { readonly kind: 'offline-miners' | 'failing-miners'; readonly counted: MinerCount }
);

/** For lists read every few minutes: at most five pages. */
const WATCH_BOUND = { rows: 5_000, ms: 10 * SECOND_MS };
/** Those that are offline come first if they were hot when they were last seen. */
const HOTTEST = 100;
/** Miners are read in pages as small as possible. */
const MIN_MINERS = 100;
const MAX_MINERS = 1_000;

/** @throws PoolError, also if a list that must be whole can't be read whole */
export async function fetchRead(
  pool: PoolClient,
  read: WantedRead,
  now: number,
): Promise<ReadAnswer> {
  switch (read.kind) {
    case 'summary': {
      const summary = await pool.getSummary(read.currency, read.scope);
      return { kind: read.kind, requests: 1, read: summary };
    }
    case 'revenue': {
      const range = revenueRange(now);
      const report = await pool.getRevenue(read.currency, range, read.scope);
      return { kind: read.kind, requests: 1, read: report, range };
    }
    case 'balances': {
      const balances = await pool.getDerivativesBalances(read.currency);
      return { kind: read.kind, requests: 1, read: balances };
    }
    case 'temperature': {
      const sorted = { sortBy: 'max_temperature', sortOrder: 'desc', ...atSite(read) } as const;
      const page = await pool.listMiners(sorted, { number: 1, size: HOTTEST });
      return { kind: read.kind, requests: 1, at: page.readAt, miners: page.value.items };
    }
    case 'payments': {
      const pages = counted((page) => pool.listPaymentSettings(read.currency, read.scope, page));
      const list = await collectPages(wholeList(pages.walk({})));
      return { kind: read.kind, requests: pages.count(), list };
    }
    case 'contracts': {
      const pages = counted((page) => pool.listContracts(read.currency, { status: 'ALL' }, page));
      const list = await collectPages(wholeList(pages.walk({ sizes: DERIVATIVES_PAGE_SIZES })));
      return { kind: read.kind, requests: pages.count(), list };
    }
    case 'offline-miners':
    case 'failing-miners':
    default:
      return countMiners(pool, read);
  }
}

/** Page by page until enough are counted. A pool may ignore its filter. */
async function countMiners(pool: PoolClient, read: MinersRead): Promise<ReadAnswer> {
  const wanted = COUNTED_MINERS[read.kind];
  const filter = { ...wanted.filter, ...atSite(read) };
  const pages = counted((page) => pool.listMiners(filter, page));
  const size = Math.min(MAX_MINERS, Math.max(MIN_MINERS, read.upTo));
  const listed = wholeList(pages.walk({ sizes: [size, ...MINER_PAGE_SIZES.slice(1)] }));
  let [count, unsaid, at, isAll] = [0, 0, Infinity, true];
  const bySite = new Map<string, number>();
  const seen = new Set<string>();
  for await (const page of listed) {
    at = Math.min(at, page.readAt);
    if (page.repeated === true) isAll = false;
    for (const miner of page.items) {
      const { id, site_id: site } = miner;
      const is = wanted.is(miner);
      if (is === null) unsaid++;
      if (is !== true) continue;
      // A list that grows while it is read may have one on two pages.
      if (id && seen.has(id)) continue;
      if (id) seen.add(id);
      count++;
      if (site) bySite.set(site, (bySite.get(site) ?? 0) + 1);
    }
    if (count >= read.upTo && page.items.length > 0) {
      isAll = pages.isLast();
      break;
    }
  }
  const found = { at, count, isAll: isAll && unsaid === 0, bySite };
  return { kind: read.kind, requests: pages.count(), counted: found };
}

/** Counts requests, and knows whether the last page says that none follows. */
function counted<Item>(fetchPage: FetchPage<Item>) {
  let count = 0;
  let isLast = false;
  const fetch: FetchPage<Item> = async (page) => {
    count++;
    const read = await fetchPage(page);
    isLast = read.value.pagination?.next_page_url === null;
    return read;
  };
  return {
    walk: (options: Pick<PagesOptions, 'sizes'>) =>
      allPages(fetch, { ...options, bound: WATCH_BOUND }),
    count: () => count,
    isLast: () => isLast,
  };
}

function atSite({ siteId }: { readonly siteId: string | undefined }) {
  return siteId === undefined ? {} : { siteId };
}
