import type { PoolCurrency } from '../../domain/currencies.js';
import type {
  SeenAddress,
  SeenPayments,
  SeenRecord,
  SeenSubaccount,
} from '../../domain/changes/elsewhere/found-elsewhere.js';
import { canonicalJson, hashOf } from '../../domain/json/canonical-json.js';
import { exactDigits } from '../../domain/numeric.js';
import type { PaymentSettings, Subaccount } from '../../pool-api/resources.js';

/** A record as it was listed, with what it is known by from one look to the next. */
export type SeenRecords = ReadonlyMap<string, SeenRecord>;

/** As many as are kept one by one; a pool may list any number. */
const MOST_ADDRESSES = 100;

/** Null for a record that can't be told from others. */
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

/** By id where there is one, so that a name that changes hands is seen. */
export function keyOf(record: SeenRecord): string {
  const [id, name] =
    record.what === 'payments'
      ? [record.subaccountId, record.subaccount]
      : [record.id, record.subaccount];
  const which = id === null ? `name ${name}` : `id ${id}`;
  return record.what === 'payments' ? `${record.currency} ${which}` : which;
}

export interface Differing {
  readonly key: string;
  readonly before: SeenRecord | null;
  readonly after: SeenRecord | null;
}

/** What two whole lists tell apart; the second one as `knownAfter` the first. */
export function compareLists(before: SeenRecords, known: SeenRecords): readonly Differing[] {
  const all = new Set([...known.keys(), ...before.keys()]);
  return [...all]
    .map((key) => ({ key, before: before.get(key) ?? null, after: known.get(key) ?? null }))
    .filter((each) => canonicalJson(each.before) !== canonicalJson(each.after));
}

/** The list as it is known from here on: what wasn't given this time stays as it was. */
export function knownAfter(before: SeenRecords, now: SeenRecords): SeenRecords {
  const known = new Map<string, SeenRecord>();
  for (const [key, after] of now) {
    const earlier = before.get(key);
    known.set(key, earlier === undefined ? after : withGiven(earlier, after));
  }
  return known;
}

function withGiven(before: SeenRecord, after: SeenRecord): SeenRecord {
  if (before.what === 'subaccount' || after.what === 'subaccount') {
    if (before.what !== 'subaccount' || after.what !== 'subaccount') return after;
    const isSite = after.siteId !== null || after.siteName !== null;
    const { siteId, siteName } = isSite ? after : before;
    const isSame = siteId !== null && siteId === before.siteId;
    const name = siteName ?? (isSame ? before.siteName : null);
    return { ...after, id: after.id ?? before.id, siteId, siteName: name };
  }
  const { others: _, ...rest } = after;
  const { addresses, others } = after.addresses === null ? before : after;
  return {
    ...rest,
    subaccountId: after.subaccountId ?? before.subaccountId,
    status: after.status ?? before.status,
    frequency: after.frequency ?? before.frequency,
    day: after.day ?? before.day,
    wallet: after.wallet ?? before.wallet,
    addresses:
      addresses === null
        ? null
        : inOrder(addresses.map((each) => withGivenParts(before.addresses ?? [], each))),
    ...(others === undefined ? {} : { others }),
  };
}

/** The same address may stand there twice, under two names. */
function withGivenParts(before: readonly SeenAddress[], now: SeenAddress): SeenAddress {
  const alike = before.filter(
    (each) =>
      each.address === now.address &&
      (now.id === null || each.id === now.id) &&
      (now.name === null || each.name === now.name),
  );
  const [earlier, ...others] = alike;
  if (earlier === undefined || others.length > 0) return now;
  const { id, name, share } = earlier;
  return { ...now, id: now.id ?? id, name: now.name ?? name, share: now.share ?? share };
}

function inOrder(addresses: readonly SeenAddress[]): SeenAddress[] {
  return addresses.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

function digitsOf(value: number | string | null | undefined): string | null {
  return value === null || value === undefined ? null : exactDigits(value);
}

function orderOf({ address, id, name, share }: SeenAddress): string {
  return JSON.stringify([address, id, name, share]);
}
