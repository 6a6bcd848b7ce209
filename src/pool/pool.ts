import type { Outcome, WriteRequest } from './writes.js';
import type {
  Contract,
  ContractDetails,
  DerivativesBalances,
  DerivativesPayment,
  DevFeeRow,
  FleetAction,
  Miner,
  PaymentSettings,
  PositionHistory,
  RevenueRow,
  Subaccount,
  Summary,
} from './schemas.js';

/**
 * The operations of the API description (section 4) for one key. Reads are cached for 5 s, at most 4
 * at once and retried; a `List` has all pages. `send` sends once. Throws only `PoolError`, but for
 * `siteNamed` and `subaccountNamed`, which throw `UserError`.
 */
export interface Pool {
  summary(currency: string, scope?: Scope): Promise<Read<Summary>>;
  revenue(currency: string, range: DateRange, scope?: Scope): Promise<List<RevenueRow>>;
  devFee(range: DateRange, scope?: Scope): Promise<List<DevFeeRow>>;
  subaccounts(siteId?: string): Promise<List<Subaccount>>;
  paymentSettings(currency: string, scope?: Scope): Promise<List<PaymentSettings>>;
  contracts(currency: string, filter?: ContractFilter): Promise<List<Contract>>;
  contract(id: string): Promise<Read<ContractDetails>>;
  /** Of derivatives. */
  payments(currency: string, filter?: ContractFilter): Promise<List<DerivativesPayment>>;
  /** All pages put together. */
  positions(currency: string, range?: DateRange): Promise<Read<PositionHistory>>;
  /** Of derivatives. */
  balances(currency: string): Promise<Read<DerivativesBalances>>;
  /** One page of `size`, 1-based. */
  miners(filter: MinerFilter, page: { number: number; size: number }): Promise<Page<Miner>>;
  /** The same, all pages however many, up to four of 1,000 under way at once. */
  minerPages(filter: MinerFilter): AsyncIterable<Page<Miner>>;
  /** The same, all pages up to 10,000 miners. */
  allMiners(filter: MinerFilter): Promise<List<Miner>>;
  action(id: string): Promise<Read<FleetAction>>;

  /** Sent once, never repeated at any layer. Never throws. */
  send(request: WriteRequest): Promise<Outcome>;

  /** The sites that the subaccounts name (the API lists none), by name. */
  sites(): Promise<readonly Site[]>;
  /** Compared in NFC. @throws UserError "No such site", "The pool's record is unclear" */
  siteNamed(name: string): Promise<Site>;
  /** Compared in NFC. @throws UserError "No such subaccount", "The pool's record is unclear" */
  subaccountNamed(name: string): Promise<Subaccount>;
  /** The same pool, past the cache. */
  fresh(): Pool;
}

export interface PoolApi {
  /** Servers with the same key share its queue and cache. */
  forKey(key: string): Pool;
}

export interface Answered {
  /** When the pool answered (ms); the cache keeps that moment. */
  readonly readAt: number;
  /** Subaccount names without access (403), which the figures exclude. */
  readonly refused: readonly string[];
}

export interface Read<Value> extends Answered {
  readonly value: Value;
}

export interface List<Row> extends Answered {
  readonly rows: readonly Row[];
  /** Why rows may be missing, such as "only the first 10,000 were read"; null if read whole. */
  readonly incomplete: string | null;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly readAt: number;
  readonly hasMore: boolean;
}

export interface Site {
  readonly id: string;
  readonly name: string;
}

/** The pool accepts one filter or the other, never both. */
export type Scope = { readonly siteId: string } | { readonly subaccounts: readonly string[] };

/** Both days included, `YYYY-MM-DD`. */
export interface DateRange {
  readonly start: string;
  readonly end: string;
}

export type ContractFilter = Filter<'status' | 'side' | 'type'>;

/** Names as the API's query parameters (4.3). */
export type MinerFilter = Filter<
  | 'site_id'
  | 'agent_id'
  | 'hashing_status'
  | 'healthy_status'
  | 'model'
  | 'firmware'
  | 'sort_by'
  | 'sort_order'
>;

type Filter<Names extends string> = { readonly [Name in Names]?: string | undefined };
