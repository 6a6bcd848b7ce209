import { PoolUnreachable } from '../../../src/domain/errors/pool-errors.js';
import type { Clock } from '../../../src/domain/time/clock.js';
import type { Listing, PoolClient, Read } from '../../../src/pool-api/client.js';
import {
  revenueReportSchema,
  summarySchema,
  type Contract,
  type DerivativesBalances,
  type Miner,
  type PaymentSettings,
  type RevenueReport,
  type Summary,
} from '../../../src/pool-api/resources.js';

/** A workspace whose answers a test sets, and which counts its requests. */
export interface FakePool {
  summary: Summary;
  revenue: RevenueReport;
  balances: DerivativesBalances;
  miners: Miner[];
  payments: PaymentSettings[];
  contracts: Contract[];
  /** False: it lists every miner, whatever was asked. */
  filters: boolean;
  /** For all reads, or for the operations named. */
  error: Error | null;
  failing: readonly string[] | 'all';
  /** Reads wait for this. */
  gate: Promise<void>;
  /** When each request came, and which it was. */
  readonly asked: { readonly at: number; readonly what: string }[];
  readonly client: PoolClient;
}

/** All is well, unless a figure says otherwise. */
export function aSummary(change: Readonly<Record<string, unknown>> = {}): Summary {
  return summarySchema.parse({
    hashrate_5m: '1000',
    hashrate_24h: '1000',
    active_miners: 100,
    efficiency_5m: '0.98',
    ...change,
  });
}

export const away = () =>
  new PoolUnreachable({ operation: 'getSummary', fault: 'no connection', outcome: 'unknown' });

export function createFakePool(clock: Clock): FakePool {
  const no = () => Promise.reject(new Error('the watch changes nothing'));
  const pool: FakePool = {
    summary: aSummary(),
    revenue: revenueReportSchema.parse({ revenue: [] }),
    balances: {},
    miners: [],
    payments: [],
    contracts: [],
    filters: true,
    error: null,
    failing: 'all',
    gate: Promise.resolve(),
    asked: [],
    client: {
      getSummary: () => answer('getSummary', () => pool.summary),
      getRevenue: () => answer('getRevenue', () => pool.revenue),
      getDerivativesBalances: () => answer('getDerivativesBalances', () => pool.balances),
      listPaymentSettings: (_currency, _scope, page) =>
        answer('listPaymentSettings', () => listed(pool.payments, page)),
      listContracts: (_currency, _filter, page) =>
        answer('listContracts', () => listed(pool.contracts, page)),
      listMiners: (filter = {}, page) =>
        answer('listMiners', () => {
          const { sortBy } = filter;
          const { hashingStatus, healthyStatus } = pool.filters ? filter : {};
          const found = pool.miners
            .filter(({ hashing_status: is }) => [undefined, is].includes(hashingStatus))
            .filter(({ healthy_status: is }) => [undefined, is].includes(healthyStatus));
          const hot = ({ max_temperature: degrees }: Miner) => Number(degrees ?? 0);
          return listed(
            sortBy === undefined ? found : found.toSorted((a, b) => hot(b) - hot(a)),
            page,
          );
        }),
      listSubaccounts: () => answer('listSubaccounts', () => listed([])),
      getDevFee: no,
      createSubaccount: no,
      updateSubaccount: no,
      createPaymentSettings: no,
      getContract: no,
      listDerivativesPayments: no,
      listDerivativesPaymentsV1: no,
      getPositions: no,
      getFleetAction: no,
      fresh: () => pool.client,
    },
  };

  async function answer<Value>(what: string, value: () => Value): Promise<Read<Value>> {
    pool.asked.push({ at: clock.now(), what });
    await pool.gate;
    if (pool.error !== null && (pool.failing === 'all' || pool.failing.includes(what)))
      throw pool.error;
    return {
      value: value(),
      readAt: clock.now(),
      refusedSubaccounts: [],
      filledInAllSubaccounts: false,
    };
  }
  return pool;
}

function listed<Item>(
  items: readonly Item[],
  { number = 1, size = 25 }: { readonly number?: number; readonly size?: number } = {},
): Listing<Item> {
  const page = items.slice((number - 1) * size, number * size);
  const hasNext = items.length > number * size;
  return {
    items: page,
    pagination: {
      page_number: number,
      page_size: size,
      item_count: page.length,
      next_page_url: hasNext ? `/next?page=${number + 1}` : null,
    },
  };
}
