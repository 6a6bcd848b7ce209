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
export interface ListContents {
  readonly records: readonly SeenRecord[];
  /** Some records don't say whose they are, so a missing one may be among them. */
  readonly hasUnnamed: boolean;
}

/** How many addresses to keep one by one, since a pool may list any number. */
const MOST_ADDRESSES = 100;

/** Null for a record that can't be identified. One without a name is called by its id. */
export function seenPayments(currency: PoolCurrency, record: PaymentSettings): SeenPayments | null {
  const { subaccount, addresses } = record;
  const id = given(subaccount?.id);
  const name = given(subaccount?.name) ?? (id === null ? null : calledById(id));
  if (name === null) return null;
  const listed = addresses?.map((each): SeenAddress => ({
    id: digitsOf(each.address_id),
    name: given(each.address_name),
    address: given(each.external_address),
    share: digitsOf(each.revenue_allocation),
  }));
  const all = listed === undefined ? null : inOrder(listed);
  const others = all?.slice(MOST_ADDRESSES) ?? [];
  return {
    what: 'payments',
    currency,
    subaccount: name,
    subaccountId: id,
    status: given(record.status),
    frequency: given(record.payment_frequency),
    day: given(record.day_of_week),
    wallet: digitsOf(record.wallet_id),
    addresses: all?.slice(0, MOST_ADDRESSES) ?? null,
    ...(others.length === 0 ? {} : { others: { count: others.length, hash: hashOf(others) } }),
  };
}

function calledById(id: string): string {
  return `id ${id}`;
}

/** Whether the pool gave it no name. */
export function isCalledById({ subaccount, subaccountId }: SeenPayments): boolean {
  return subaccountId !== null && subaccount === calledById(subaccountId);
}

/** Null for one without a name. */
export function seenSubaccount({ id, name, site, site_id }: Subaccount): SeenSubaccount | null {
  if (!name) return null;
  return {
    what: 'subaccount',
    id: given(id),
    subaccount: name,
    siteId: given(site?.id) ?? given(site_id),
    siteName: given(site?.name),
  };
}

/** Sorted, because the pool's order means nothing. */
export function inOrder(addresses: readonly SeenAddress[]): SeenAddress[] {
  return addresses.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

function digitsOf(value: number | string | null | undefined): string | null {
  return value === null || value === undefined ? null : given(exactDigits(value));
}

/** An empty text says nothing. */
function given(text: string | null | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

function orderOf({ address, id, name, share }: SeenAddress): string {
  return JSON.stringify([address, id, name, share]);
}
