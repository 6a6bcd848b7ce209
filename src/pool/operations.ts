import type { z } from 'zod';
import { createClient, type Ask, type Client, type ClientParts, type Got } from './client.js';
import { createHttp, pathOf, type HttpOptions, type Query } from './http.js';
import { findSite, findSubaccount, namesIn, sitesOf } from './names.js';
import { readAll, walk, type PageRead } from './pages.js';
import { PoolError } from './pool-error.js';
import type { DateRange, List, MinerFilter, Pool, PoolApi, Read, Scope } from './pool.js';
import * as schemas from './schemas.js';
import { createScopes } from './scopes.js';

export function createPoolApi({
  clock,
  metrics,
  log,
  ...options
}: HttpOptions & Omit<ClientParts, 'http'>): PoolApi {
  const httpOf = createHttp(options);
  const pools = new Map<string, Pool>();
  return {
    forKey(key) {
      const known = pools.get(key);
      if (known !== undefined) return known;
      const pool = createPool(createClient({ http: httpOf(key), clock, metrics, log }));
      pools.set(key, pool);
      return pool;
    },
  };
}

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

interface ListAsk<Row> {
  readonly operation: string;
  readonly base: string;
  readonly segments?: readonly string[];
  readonly query?: Query;
  /** Absent where the whole list comes at once. */
  readonly pages?: Pages;
  readonly schema: z.ZodType<schemas.ListAnswer<Row>>;
}

/** The operations of the API description, section 4. `needFilter`: those that refuse to list everything. */
function createPool(client: Client, needFilter = new Set<string>(), isFresh = false): Pool {
  const readWithin = createScopes(async () => namesIn(await pool.subaccounts()), needFilter);
  const sites = async () => sitesOf(await pool.subaccounts());
  const pool: Pool = {
    send: client.send,
    sites,
    siteNamed: async (name) => findSite(await sites(), name),
    subaccountNamed: async (name) => findSubaccount(await pool.subaccounts(), name),
    fresh: () => createPool(client, needFilter, true),

    summary: (currency, scope) =>
      readWithin('summary', scope, {
        ask: (within) =>
          readOne({
            operation: 'summary',
            path: pathOf('/v2/pool/summary', [currency], scopeQuery(within)),
            schema: schemas.summary,
          }),
      }),

    revenue: (currency, range, scope) =>
      scopedList(scope, {
        operation: 'revenue',
        base: '/v2/pool/revenue',
        segments: [currency],
        query: days(range),
        schema: schemas.revenueReport,
      }),

    devFee: (range, scope) =>
      scopedList(scope, {
        operation: 'devFee',
        base: '/v2/pool/dev-fee',
        query: days(range),
        pages: LONG_PAGES,
        schema: schemas.devFee,
      }),

    subaccounts: (siteId) =>
      list({
        operation: 'subaccounts',
        base: '/v2/pool/subaccounts',
        query: { site_id: siteId },
        pages: POOL_PAGES,
        schema: schemas.subaccounts,
      }),

    paymentSettings: (currency, scope) =>
      scopedList(scope, {
        operation: 'paymentSettings',
        base: '/v1/pool/payment-settings',
        segments: [currency],
        pages: POOL_PAGES,
        schema: schemas.paymentSettingsList,
      }),

    contracts: (currency, filter) =>
      list({
        operation: 'contracts',
        base: '/v2/derivatives/contracts',
        segments: [currency],
        query: { ...filter },
        pages: DERIVATIVES_PAGES,
        schema: schemas.contracts,
      }),

    contract: (id) =>
      readOne({
        operation: 'contract',
        path: pathOf('/v1/derivatives/contract', [id]),
        schema: schemas.contractDetails,
      }),

    async payments(currency, filter) {
      const ask = {
        operation: 'payments',
        base: '/v2/derivatives/payments',
        segments: [currency],
        query: { ...filter },
        pages: DERIVATIVES_PAGES,
        schema: schemas.derivativesPayments,
      };
      try {
        return await list(ask);
      } catch (error) {
        if (!(error instanceof PoolError) || error.details.status !== 404) throw error;
        return list({ ...ask, operation: 'paymentsV1', base: '/v1/derivatives/payments' });
      }
    },

    positions,

    balances: (currency) =>
      readOne({
        operation: 'balances',
        path: pathOf('/v1/derivatives/balances', [currency]),
        schema: schemas.derivativesBalances,
      }),

    async miners(filter, { number, size }) {
      const { rows, hasNext, readAt } = await page(minersAsk(filter, size), number);
      if (rows === null) throw new PoolError('unreadable');
      return { rows, readAt, hasMore: hasNext ?? rows.length >= size };
    },

    async *minerPages(filter) {
      const ask = minersAsk(filter, LONG_PAGES.size);
      for await (const { rows, readAt, hasNext } of walk((at) => page(ask, at), LONG_PAGES)) {
        if (rows === null) throw new PoolError('unreadable');
        yield { rows, readAt, hasMore: hasNext ?? rows.length === LONG_PAGES.size };
      }
    },

    allMiners: (filter) => list(minersAsk(filter, LONG_PAGES.size)),

    action: (id) =>
      readOne({
        operation: 'action',
        path: pathOf('/v2/commander/actions', [id]),
        schema: schemas.fleetAction,
      }),
  };
  return pool;

  function readOne<Value>(ask: Ask<Value>): Promise<Got<Value>> {
    return client.read(ask, isFresh);
  }

  function list<Row extends object>(ask: ListAsk<Row>): Promise<List<Row>> {
    return readAll((number) => page(ask, number), ask.pages ?? { size: Infinity });
  }

  function scopedList<Row extends object>(
    scope: Scope | undefined,
    ask: ListAsk<Row>,
  ): Promise<List<Row>> {
    return readWithin(ask.operation, scope, {
      ask: (within) => list({ ...ask, query: { ...scopeQuery(within), ...ask.query } }),
      merge,
    });
  }

  async function page<Row>(ask: ListAsk<Row>, number: number): Promise<PageRead<Row>> {
    const { operation, base, segments, query, pages, schema } = ask;
    const paging = pages && { [pages.parameter]: number, page_size: pages.size };
    const path = pathOf(base, segments, { ...query, ...paging });
    const { value, readAt } = await readOne({ operation, path, schema });
    const next = value.pagination?.next_page_url;
    const hasNext = next === undefined ? undefined : next !== null && next !== '';
    return { rows: value.rows ?? null, hasNext, readAt };
  }

  /** The answer has no pagination; the fields beside the positions are the same on each page. */
  async function positions(
    currency: string,
    range?: DateRange,
  ): Promise<Read<schemas.PositionHistory>> {
    const readPage = async (number: number) => {
      const paging = { page_number: number, page_size: POSITION_PAGES.size };
      const { value, readAt } = await readOne({
        operation: 'positions',
        path: pathOf('/v1/derivatives/positions', [currency], { ...days(range), ...paging }),
        schema: schemas.positionHistory,
      });
      return { value, rows: value.positions ?? null, hasNext: undefined, readAt };
    };
    const pages: Awaited<ReturnType<typeof readPage>>[] = [];
    for await (const page of walk(readPage, POSITION_PAGES)) pages.push(page);
    const [first] = pages;
    if (first === undefined) throw new PoolError('unreadable');
    const positions = pages.flatMap(({ rows }) => rows ?? []);
    const value = first.rows === null ? first.value : { ...first.value, positions };
    return { value, readAt: first.readAt, refused: [] };
  }
}

function minersAsk(filter: MinerFilter, size: number): ListAsk<schemas.Miner> {
  return {
    operation: 'miners',
    base: '/v2/commander/miners',
    query: { ...filter },
    pages: { ...LONG_PAGES, size },
    schema: schemas.miners,
  };
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
