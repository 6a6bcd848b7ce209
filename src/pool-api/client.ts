import type { UnlistedName } from '../domain/errors/pool-errors.js';
import type {
  DerivativesCurrency,
  PoolCurrency,
  RevenueCurrency,
} from '../domain/pool/currencies.js';
import type { WriteGate } from './http/write-gate.js';
import type {
  Contract,
  ContractDetails,
  DerivativesBalances,
  DerivativesPayments,
  DevFeeReport,
  FleetAction,
  Miner,
  NewPaymentSettings,
  Pagination,
  PaymentSettings,
  PositionHistory,
  RevenueReport,
  Subaccount,
  Summary,
  WorkspaceAction,
} from './resources.js';

/**
 * The 16 operations of the API description (section 4), bound to one key. Reads are cached for
 * seconds, rate-limited and retried; writes are sent once, and ask `gate` before they leave. Throws
 * only `PoolError`.
 */
export interface PoolClient {
  /** GET /api/v2/pool/summary/{currency_type} */
  getSummary(currency: PoolCurrency, scope?: Scope): Promise<Read<Summary>>;
  /** GET /api/v2/pool/revenue/{currency_type} */
  getRevenue(
    currency: RevenueCurrency,
    range: DateRange,
    scope?: Scope,
  ): Promise<Read<RevenueReport>>;
  /** GET /api/v2/pool/dev-fee */
  getDevFee(range: DateRange, scope?: Scope, page?: Page): Promise<Read<DevFeeReport>>;
  /** GET /api/v2/pool/subaccounts */
  listSubaccounts(siteId?: string, page?: Page): Promise<Read<Listing<Subaccount>>>;
  /** POST /api/v2/pool/subaccounts */
  createSubaccount(name: string, siteId: string, gate?: WriteGate): Promise<Subaccount>;
  /** PATCH /api/v2/pool/subaccounts/{subaccount_name} */
  updateSubaccount(name: string, siteId: string, gate?: WriteGate): Promise<WorkspaceAction>;
  /** GET /api/v1/pool/payment-settings/{currency_type} */
  listPaymentSettings(
    currency: PoolCurrency,
    scope?: Scope,
    page?: Page,
  ): Promise<Read<Listing<PaymentSettings>>>;
  /** POST /api/v2/pool/payment-settings/{currency_type}/{subaccount_name} */
  createPaymentSettings(
    currency: PoolCurrency,
    subaccount: string,
    settings: NewPaymentSettings,
    gate?: WriteGate,
  ): Promise<WorkspaceAction>;
  /** GET /api/v2/derivatives/contracts/{currency_type} */
  listContracts(
    currency: DerivativesCurrency,
    filter?: ContractFilter,
    page?: Page,
  ): Promise<Read<Listing<Contract>>>;
  /** GET /api/v1/derivatives/contract/{contract_id} */
  getContract(contractId: string): Promise<Read<ContractDetails>>;
  /** GET /api/v2/derivatives/payments/{currency_type} */
  listDerivativesPayments(
    currency: DerivativesCurrency,
    filter?: PaymentFilter,
    page?: Page,
  ): Promise<Read<DerivativesPayments>>;
  /** GET /api/v1/derivatives/payments/{currency_type}, the earlier version */
  listDerivativesPaymentsV1(
    currency: DerivativesCurrency,
    filter?: PaymentFilter,
    page?: Page,
  ): Promise<Read<DerivativesPayments>>;
  /** GET /api/v1/derivatives/positions/{currency_type} */
  getPositions(
    currency: DerivativesCurrency,
    range?: Partial<DateRange>,
    page?: Page,
  ): Promise<Read<PositionHistory>>;
  /** GET /api/v1/derivatives/balances/{currency_type} */
  getDerivativesBalances(currency: DerivativesCurrency): Promise<Read<DerivativesBalances>>;
  /** GET /api/v2/commander/miners */
  listMiners(filter?: MinerFilter, page?: Page): Promise<Read<Listing<Miner>>>;
  /** GET /api/v2/commander/actions/{action_id} */
  getFleetAction(actionId: string): Promise<Read<FleetAction>>;
  /** The same, without the cache. */
  fresh(): PoolClient;
}

export interface Read<Value> {
  readonly value: Value;
  /** When the pool answered, in milliseconds since the epoch; unchanged by the cache. */
  readonly readAt: number;
  /** Names that the pool refused with 403, so the figures exclude them. */
  readonly refusedSubaccounts: readonly string[];
  /** The refused names for which the pool lists similar ones. */
  readonly meant?: readonly UnlistedName[];
  /** True if the pool required a filter, so all subaccount names were filled in. */
  readonly filledInAllSubaccounts: boolean;
}

/** Never both in one request: the pool answers 400. `siteId` takes precedence. */
export interface Scope {
  readonly subaccountNames?: readonly string[];
  readonly siteId?: string;
}

/** 1-based; `size` defaults to the documented value of the endpoint group (section 8). */
export interface Page {
  readonly number?: number;
  readonly size?: number;
}

/** Both days inclusive, `YYYY-MM-DD`. */
export interface DateRange {
  readonly start: string;
  readonly end: string;
}

export interface Listing<Item> {
  readonly items: readonly Item[];
  /** False if the list was null or absent: unknown, not empty. */
  readonly given?: boolean | undefined;
  readonly pagination: Pagination | null;
}

export interface ContractFilter {
  readonly status?: 'ALL' | 'ACTIVE' | 'SETTLED';
  readonly side?: 'ALL' | 'BUY' | 'SELL';
  readonly type?: 'ALL' | 'STANDARD' | 'UPFRONT';
}

export interface PaymentFilter {
  readonly type?: 'ALL' | 'PAYABLE' | 'RECEIVABLE';
}

export interface MinerFilter {
  readonly siteId?: string;
  readonly agentId?: string;
  readonly hashingStatus?: 'hashing' | 'idle' | 'offline' | 'N/A';
  readonly healthyStatus?: 'healthy' | 'failing' | 'N/A';
  readonly model?: string;
  readonly firmware?: 'LuxOS' | 'Whatsminer' | 'Bitmain' | 'MicroBT';
  readonly sortBy?:
    | 'hashrate'
    | 'max_temperature'
    | 'power'
    | 'model'
    | 'firmware'
    | 'ip_address'
    | 'last_seen_at';
  readonly sortOrder?: 'asc' | 'desc';
}
