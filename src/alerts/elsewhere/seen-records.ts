import type { PoolCurrency } from '../../domain/currencies.js';
import type {
  SeenAddress,
  SeenPayments,
  SeenRecord,
  SeenSubaccount,
} from '../../domain/changes/elsewhere/found-elsewhere.js';
import { hashOf } from '../../domain/json/canonical-json.js';
import { exactDigits } from '../../domain/numbers/numeric.js';
import type { PaymentSettings, Subaccount } from '../../pool-api/resources.js';

/** A whole list as read by one look. */
export interface Listed {
  readonly records: readonly SeenRecord[];
  /** Some records don't say whose they are, so a missing one may be among them. */
  readonly hasUnnamed: boolean;
}

/** How many addresses to keep one by one, since a pool may list any number. */
const MOST_ADDRESSES = 100;

/** Null for a record that can't be identified. */
export function seenPayments(currency: PoolCurrency, record: PaymentSettings): SeenPayments | null {
  const { subaccount, addresses } = record;
  if (!subaccount?.name) return null;
  const listed = addresses?.map((each): SeenAddress => ({
    id: digitsOf(each.address_id),
    name: each.address_name ?? null,
    address: each.external_address ?? null,
    share: digitsOf(each.revenue_allocation),
  }));
  const all = listed === undefined ? null : inOrder(listed);
  const others = all?.slice(MOST_ADDRESSES) ?? [];
  return {
    what: 'payments',
    currency,
    subaccount: subaccount.name,
    subaccountId: subaccount.id ?? null,
    status: record.status ?? null,
    frequency: record.payment_frequency ?? null,
    day: record.day_of_week ?? null,
    wallet: digitsOf(record.wallet_id),
    addresses: all?.slice(0, MOST_ADDRESSES) ?? null,
    ...(others.length === 0 ? {} : { others: { count: others.length, hash: hashOf(others) } }),
  };
}

/** Null for one without a name. */
export function seenSubaccount({ id, name, site, site_id }: Subaccount): SeenSubaccount | null {
  if (!name) return null;
  return {
    what: 'subaccount',
    id: id ?? null,
    subaccount: name,
    siteId: site?.id ?? site_id ?? null,
    siteName: site?.name ?? null,
  };
}

/** Sorted, because the pool's order means nothing. */
export function inOrder(addresses: readonly SeenAddress[]): SeenAddress[] {
  return addresses.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

function digitsOf(value: number | string | null | undefined): string | null {
  return value === null || value === undefined ? null : exactDigits(value);
}

function orderOf({ address, id, name, share }: SeenAddress): string {
  return JSON.stringify([address, id, name, share]);
}
