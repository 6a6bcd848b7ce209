import type { Decimal } from 'decimal.js';
import type { DerivativesCurrency } from '../domain/currencies.js';
import { PoolNotFound } from '../domain/errors.js';
import { sum, toDecimal, type Numeric } from '../domain/numeric.js';
import { settle } from '../domain/settle.js';
import type { Page, PaymentFilter, PoolClient, Read } from './client.js';
import { allPages, DERIVATIVES_PAGE_SIZES, type ListedPage } from './pages.js';
import type { DerivativesPayment, DerivativesPayments } from './resources.js';

export interface PaymentsQuery extends PaymentFilter {
  readonly currency: DerivativesCurrency;
}

export interface PaymentsRead {
  readonly read: Read<DerivativesPayments>;
  /** The later version answered 404 and the earlier one this (notes: both occur). */
  readonly earlierVersion: boolean;
}

/** One page of payments, by whichever version of the operation this pool offers. */
export async function readPayments(
  pool: PoolClient,
  { currency, ...filter }: PaymentsQuery,
  page?: Page,
): Promise<PaymentsRead> {
  const later = await settle(pool.listDerivativesPayments(currency, filter, page));
  if (later.ok) return { read: later.value, earlierVersion: false };
  if (!(later.error instanceof PoolNotFound)) throw later.error;
  const read = await pool.listDerivativesPaymentsV1(currency, filter, page);
  return { read, earlierVersion: true };
}

/** Every payment, page by page; `noting` hears each answer, for what stands beside its list. */
export function allPayments(
  pool: PoolClient,
  query: PaymentsQuery,
  noting?: (answer: DerivativesPayments) => void,
): AsyncGenerator<ListedPage<DerivativesPayment>> {
  return allPages(
    async (page) => {
      const { read } = await readPayments(pool, query, page);
      const { payments, pagination } = read.value;
      noting?.(read.value);
      return { ...read, value: { items: payments ?? [], given: !!payments, pagination } };
    },
    { sizes: DERIVATIVES_PAGE_SIZES },
  );
}

export interface TypeTotal {
  readonly type: string;
  /** Null where none of them had an amount: that is no zero. */
  readonly total: Decimal | null;
  readonly rows: number;
  /** How many of the rows gave no amount. */
  readonly without: number;
}

/** From this many payments on the sums say that they are of a part. */
const MOST_SUMMED = 5_000;

/** Exact sums by the type that the pool gave; none is dropped. */
export async function paymentTotals(
  pool: PoolClient,
  query: PaymentsQuery,
): Promise<{ byType: TypeTotal[]; complete: boolean; repeated: boolean }> {
  const amounts = new Map<string, (Numeric | null)[]>();
  let rows = 0;
  let repeated = false;
  for await (const page of allPayments(pool, query)) {
    if (rows >= MOST_SUMMED) return { byType: sums(amounts), complete: false, repeated };
    const { items } = page;
    repeated = page.repeated === true;
    for (const { type, amount } of items) {
      const name = type ?? 'type not given';
      const kept = amounts.get(name) ?? [];
      kept.push(amount ?? null);
      amounts.set(name, kept);
    }
    rows += items.length;
  }
  return { byType: sums(amounts), complete: true, repeated };
}

function sums(amounts: ReadonlyMap<string, readonly (Numeric | null)[]>): TypeTotal[] {
  return [...amounts].map(([type, each]) => {
    const given = each.flatMap((amount) =>
      amount === null || toDecimal(amount) === null ? [] : [amount],
    );
    const total = given.length === 0 ? null : sum(given);
    return { type, total, rows: each.length, without: each.length - given.length };
  });
}
