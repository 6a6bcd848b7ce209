import type { Decimal } from 'decimal.js';
import type { DerivativesCurrency } from '../../domain/pool/currencies.js';
import { PoolNotFound } from '../../domain/errors/pool-errors.js';
import { isNumber, sum, type Numeric } from '../../domain/numbers/numeric.js';
import { toResult } from '../../domain/errors/result.js';
import type { Page, PaymentFilter, PoolClient, Read } from '../client.js';
import { allPages, DERIVATIVES_PAGE_SIZES, type ListedPage } from './all-pages.js';
import type { DerivativesPayment, DerivativesPayments } from '../resources.js';
import { CARD_SUM_BOUND, type WalkBound } from './walk-bounds.js';
import { walkPages } from './walk-pages.js';

export interface PaymentsQuery extends PaymentFilter {
  readonly currency: DerivativesCurrency;
}

export interface PaymentsRead {
  readonly read: Read<DerivativesPayments>;
  /** True if v2 answered 404 and this is from v1. */
  readonly earlierVersion: boolean;
}

/** One page, from whichever version this pool offers. */
export async function readPayments(
  pool: PoolClient,
  { currency, ...filter }: PaymentsQuery,
  page?: Page,
): Promise<PaymentsRead> {
  const later = await toResult(pool.listDerivativesPayments(currency, filter, page));
  if (later.ok) return { read: later.value, earlierVersion: false };
  if (!(later.error instanceof PoolNotFound)) throw later.error;
  const read = await pool.listDerivativesPaymentsV1(currency, filter, page);
  return { read, earlierVersion: true };
}

interface PaymentsWalk {
  readonly bound: WalkBound;
  /** Called for each answer. */
  readonly onAnswer?: (answer: DerivativesPayments) => void;
}

export function allPayments(
  pool: PoolClient,
  query: PaymentsQuery,
  { bound, onAnswer }: PaymentsWalk,
): AsyncGenerator<ListedPage<DerivativesPayment>> {
  return allPages(
    async (page) => {
      const { read } = await readPayments(pool, query, page);
      const { payments, pagination } = read.value;
      onAnswer?.(read.value);
      return { ...read, value: { items: payments ?? [], given: !!payments, pagination } };
    },
    { sizes: DERIVATIVES_PAGE_SIZES, bound },
  );
}

export interface TypeTotal {
  readonly type: string;
  /** Null if no row had an amount: unknown, not zero. */
  readonly total: Decimal | null;
  readonly rows: number;
  /** Rows without an amount. */
  readonly without: number;
}

export interface PaymentTotals {
  readonly byType: readonly TypeTotal[];
  /** False if the list was cut off. */
  readonly complete: boolean;
  /** True if the list ended with a repeated page. */
  readonly repeated?: boolean;
  /** True if what the pool says about its pages doesn't match what came. */
  readonly contradicts?: boolean;
}

/** Exact sums by the pool's own types, including unknown ones. */
export async function paymentTotals(
  pool: PoolClient,
  query: PaymentsQuery,
): Promise<PaymentTotals> {
  const amounts = new Map<string, (Numeric | null)[]>();
  const {
    repeated = false,
    contradicts = false,
    cutOff,
  } = await walkPages(allPayments(pool, query, { bound: CARD_SUM_BOUND }), (items) => {
    for (const { type, amount } of items) {
      const name = type ?? 'type not given';
      const kept = amounts.get(name) ?? [];
      kept.push(amount ?? null);
      amounts.set(name, kept);
    }
  });
  return { byType: sums(amounts), complete: cutOff === undefined, repeated, contradicts };
}

function sums(amounts: ReadonlyMap<string, readonly (Numeric | null)[]>): TypeTotal[] {
  return [...amounts].map(([type, each]) => {
    const given = each.filter(isNumber);
    const total = given.length === 0 ? null : sum(given);
    return { type, total, rows: each.length, without: each.length - given.length };
  });
}
