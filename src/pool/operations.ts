import type { z } from 'zod';
import { createClient, type Client, type ClientParts } from './cache-and-retries.js';
import type { Ask, Query } from './cache-and-retries.js';
import { createExchange, type ExchangeOptions } from './http.js';
import { findSite, findSubaccount, namesIn, sitesOf } from './find-by-name.js';
import { readAll, readPages, type PageRead } from './paging.js';
import { PoolError } from './pool-error.js';
import type { DateRange, List, MinerFilter, Pool, PoolApi, Read, Scope } from './pool.js';
import * as schemas from './schemas.js';
import { createReader } from './filtered-reads.js';

export function createPoolApi(parts: ExchangeOptions & Omit<ClientParts, 'exchange'>): PoolApi {
  const exchangeOf = createExchange(parts);
  const pools = new Map<string, Pool>();
  return {
    forKey(key) {
      const known = pools.get(key);
      if (known !== undefined) return known;
      const pool = createPool(createClient({ ...parts, exchange: exchangeOf(key) }));
      pools.set(key, pool);
      return pool;
    },
  };
}

function get<Value>(operation: string, path: string, schema: z.ZodType<Value>) {
  return { operation, path, schema };
}

/** The reads of the API description, section 4. A currency or an id ends the path of most. */
const READS = {
  summary: get('summary', '/v2/pool/summary', schemas.summary),
  revenue: get('revenue', '/v2/pool/revenue', schemas.revenueReport),
  devFee: get('devFee', '/v2/pool/dev-fee', schemas.devFee),
  subaccounts: get('subaccounts', '/v2/pool/subaccounts', schemas.subaccounts),
  paymentSettings: get('paymentSettings', '/v1/pool/payment-settings', schemas.paymentSettingsList),
  contracts: get('contracts', '/v2/derivatives/contracts', schemas.contracts),
  contract: get('contract', '/v1/derivatives/contract', schemas.contractDetails),
  payments: get('payments', '/v2/derivatives/payments', schemas.derivativesPayments),
  paymentsV1: get('paymentsV1', '/v1/derivatives/payments', schemas.derivativesPayments),
  positions: get('positions', '/v1/derivatives/positions', schemas.positionHistory),
  balances: get('balances', '/v1/derivatives/balances', schemas.derivativesBalances),
  miners: get('miners', '/v2/commander/miners', schemas.miners),
  action: get('action', '/v2/commander/actions', schemas.fleetAction),
};

/** How a list is paged (the API description, section 8). */
interface Pages {
  readonly parameter: 'page' | 'page_number';
  readonly size: number;
  readonly ahead?: number;
}

const POOL_PAGES: Pages = { parameter: 'page_number', size: 1_000 };
const LONG_PAGES: Pages = { ...POOL_PAGES, ahead: 4 };
const DERIVATIVES_PAGES: Pages = { parameter: 'page', size: 100 };
const POSITION_PAGES: Pages = { parameter: 'page_number', size: 100 };

interface PagedAsk<Value> extends Ask<Value> {
  /** Absent where the whole list comes at once. */
  readonly pages?: Pages;
}

type ListAsk<Row> = PagedAsk<schemas.ListAnswer<Row>>;

/** `needFilter`: the operations that refuse to list everything. */
function createPool(client: Client, needFilter = new Set<string>(), isFresh = false): Pool {
  const readWithin = createReader(async () => namesIn(await pool.subaccounts()), needFilter);
  const sites = async () => sitesOf(await pool.subaccounts());
  const pool: Pool = {
    send: client.send,
    sites,
    siteNamed: async (name) => findSite(await sites(), name),
    subaccountNamed: async (name) => findSubaccount(await pool.subaccounts(), name),
    fresh: () => createPool(client, needFilter, true),

    summary(currency, scope) {
      const ask = { ...READS.summary, id: currency };
      const read = (within?: Scope) => readOne({ ...ask, query: scopeQuery(within) });
      return readWithin(scope, { operation: ask.operation, read });
    },
    revenue: (currency, range, scope) =>
      scopedList(scope, { ...READS.revenue, id: currency, query: days(range) }),
    devFee: (range, scope) =>
      scopedList(scope, { ...READS.devFee, query: days(range), pages: LONG_PAGES }),
    subaccounts: (siteId) =>
      list({ ...READS.subaccounts, query: { site_id: siteId }, pages: POOL_PAGES }),
    paymentSettings: (currency, scope) =>
      scopedList(scope, { ...READS.paymentSettings, id: currency, pages: POOL_PAGES }),

    contracts: (currency, filter) =>
      list({ ...READS.contracts, id: currency, query: { ...filter }, pages: DERIVATIVES_PAGES }),
    contract: (id) => readOne({ ...READS.contract, id }),
    /** Where the later path is missing, from the earlier one. */
    async payments(currency, filter) {
      const ask = { id: currency, query: { ...filter }, pages: DERIVATIVES_PAGES };
      try {
        return await list({ ...READS.payments, ...ask });
      } catch (error) {
        if (!(error instanceof PoolError) || error.details.status !== 404) throw error;
        return list({ ...READS.paymentsV1, ...ask });
      }
    },
    positions,
    balances: (currency) => readOne({ ...READS.balances, id: currency }),

    async miners(filter, { number, size }) {
      const { rows, ...read } = await readRows(minersAsk(filter, size), number);
      if (rows === null) throw new PoolError('unreadable');
      return { ...read, rows };
    },
    minerPages: (filter) =>
      readPages(
        (number) => pool.miners(filter, { number, size: LONG_PAGES.size }),
        LONG_PAGES.ahead,
      ),
    allMiners: (filter) => list(minersAsk(filter)),
    action: (id) => readOne({ ...READS.action, id }),
  };
  return pool;

  function readOne<Value>(ask: Ask<Value>): Promise<Read<Value>> {
    return client.read(ask, isFresh);
  }

  function list<Row extends object>(ask: ListAsk<Row>): Promise<List<Row>> {
    return readAll((number) => readRows(ask, number), ask.pages?.ahead);
  }

  function scopedList<Row extends object>(
    scope: Scope | undefined,
    ask: ListAsk<Row>,
  ): Promise<List<Row>> {
    return readWithin(scope, {
      operation: ask.operation,
      read: (within) => list({ ...ask, query: { ...scopeQuery(within), ...ask.query } }),
      merge,
    });
  }

  async function readRows<Row>(ask: ListAsk<Row>, number: number): Promise<PageRead<Row>> {
    const { value, readAt } = await readPage(ask, number);
    const rows = value.rows ?? null;
    const next = value.pagination?.next_page_url;
    const hasMore = next === undefined ? isFull(rows, ask) : next !== null && next !== '';
    return { rows, readAt, hasMore };
  }

  function readPage<Value>({ pages, ...ask }: PagedAsk<Value>, number: number) {
    const paging = pages && { [pages.parameter]: number, page_size: pages.size };
    return readOne({ ...ask, query: { ...ask.query, ...paging } });
  }

  /** The answer has no pagination; the fields beside the positions are the same on each page. */
  async function positions(
    currency: string,
    range?: DateRange,
  ): Promise<Read<schemas.PositionHistory>> {
    const asked = { id: currency, query: days(range), pages: POSITION_PAGES };
    const ask = { ...READS.positions, ...asked };
    const readPart = async (number: number) => {
      const read = await readPage(ask, number);
      const rows = read.value.positions ?? null;
      return { ...read, rows, hasMore: isFull(rows, ask) };
    };
    const parts: Awaited<ReturnType<typeof readPart>>[] = [];
    for await (const part of readPages(readPart)) parts.push(part);
    const [first] = parts;
    if (first === undefined) throw new PoolError('unreadable');
    const positions = parts.flatMap(({ rows }) => rows ?? []);
    const value = first.rows === null ? first.value : { ...first.value, positions };
    return { value, readAt: first.readAt, refused: [] };
  }
}

/** Where the pool does not say whether there are more. */
function isFull(rows: readonly unknown[] | null, { pages }: { readonly pages?: Pages }): boolean {
  return pages !== undefined && rows !== null && rows.length >= pages.size;
}

function minersAsk(filter: MinerFilter, size = LONG_PAGES.size): ListAsk<schemas.Miner> {
  return { ...READS.miners, query: { ...filter }, pages: { ...LONG_PAGES, size } };
}

/** Names go comma-separated in one parameter (the API description, section 4.1). */
function scopeQuery(scope: Scope | undefined): Query {
  if (scope === undefined) return {};
  if ('siteId' in scope) return { site_id: scope.siteId };
  return { subaccount_names: scope.subaccounts.join(',') };
}

const days = (range: DateRange | undefined): Query => ({
  start_date: range?.start,
  end_date: range?.end,
});

/** Merges parts of one list, each read for some of the subaccounts. */
function merge<Row>(parts: readonly List<Row>[]): List<Row> {
  return {
    rows: parts.flatMap((part) => part.rows),
    readAt: Math.min(...parts.map((part) => part.readAt)),
    refused: [],
    incomplete: parts.find((part) => part.incomplete !== null)?.incomplete ?? null,
  };
}
