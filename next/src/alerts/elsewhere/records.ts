import { spelling } from '../../changes/kinds/payment-addresses.js';
import { plainName, recordOf, type ListedAddress } from '../../changes/kinds/payment-record.js';
import { PoolError } from '../../pool/pool-error.js';
import type { Pool } from '../../pool/pool.js';
import type { PaymentSettings, Scalar, Subaccount } from '../../pool/schemas.js';

/** What people set of one thing, key by key. What the pool does not give is absent. */
export type Listed = Readonly<Record<string, Value>>;
/** A schedule has its frequency and day, an address its name and allocation. */
export type Value = string | readonly string[];

export const SUBACCOUNTS = 'subaccounts';
const PAYMENTS = 'payments:';
const ADDRESS = 'at ';

export const paymentsList = (currency: string): string => `${PAYMENTS}${currency}`;
export const currencyOf = (list: string): string => list.slice(PAYMENTS.length);

/** A list as the pool gave it. */
export interface Reading {
  /** `payments:BTC` or `subaccounts`. */
  readonly list: string;
  /** When the pool answered (ms). */
  readonly at: number;
  /** Else there is no access to some subaccounts. */
  readonly isWhole: boolean;
  /** By id, or name where there is none. Null: listed, but without what it is watched for. */
  readonly things: ReadonlyMap<string, Listed | null>;
}

/** Null where it could not be read to its end. */
export async function readList(pool: Pool, list: string): Promise<Reading | null> {
  const read =
    list === SUBACCOUNTS
      ? pool.subaccounts().then((all) => ({ ...all, rows: all.rows.map(ofSubaccount) }))
      : pool
          .paymentSettings(currencyOf(list))
          .then((all) => ({ ...all, rows: all.rows.map(ofSettings) }));
  try {
    const { rows, readAt: at, refused, incomplete } = await read;
    if (incomplete !== null) return null;
    const things = new Map<string, Listed | null>();
    // Of a thing that is listed twice, all addresses count.
    for (const [thing, listed] of rows)
      things.set(thing, listed && { ...things.get(thing), ...listed });
    return { list, at, isWhole: refused.length === 0, things };
  } catch (error) {
    if (error instanceof PoolError) return null;
    throw error;
  }
}

/** The name of the subaccount that a record is of. */
export function nameIn(listed: Listed | null): string | null {
  const name = listed?.['name'] ?? listed?.['subaccount'];
  return typeof name === 'string' ? name : null;
}

export function keysOf(...records: readonly Listed[]): string[] {
  return [...new Set(records.flatMap(Object.keys))];
}

/** Null: the key is not that of an address. */
export function addressOf(key: string): string | null {
  return key.startsWith(ADDRESS) ? key.slice(ADDRESS.length) : null;
}

export function isSameValue(one: Value | undefined, other: Value | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

interface Payments {
  readonly frequency: string | null;
  readonly day: string;
  readonly addresses: readonly Omit<ListedAddress, 'id'>[];
}

/** Of what the pool lists, or of what a change asks for. The day counts for weekly payouts only. */
export function listedPayments({ frequency, day, addresses }: Payments): Listed {
  const entries = addresses.map(({ name, address, allocation }) => {
    return [`${ADDRESS}${spelling(address)}`, [plainName(name), allocation ?? '']] as const;
  });
  const schedule = frequency && [frequency, frequency === 'WEEKLY' ? day : 'UNSPECIFIED'];
  return { ...(schedule && { schedule }), ...Object.fromEntries(entries) };
}

function ofSettings(settings: PaymentSettings): [string, Listed | null] {
  const { subaccount, wallet_id: wallet, status, addresses } = settings;
  const thing = String(subaccount?.id ?? subaccount?.name ?? '?');
  if (!addresses) return [thing, null];
  const given = { ...texts({ subaccount: subaccount?.name, wallet, status }) };
  return [thing, { ...given, ...listedPayments(recordOf(settings)) }];
}

function ofSubaccount({ id, name, site, site_id }: Subaccount): [string, Listed | null] {
  const siteId = site?.id ?? site_id;
  const listed = texts({ name, site: siteId, siteName: site?.name ?? siteId });
  return [String(id ?? name ?? '?'), listed['name'] === undefined ? null : listed];
}

function texts(given: Readonly<Record<string, Scalar | null | undefined>>): Listed {
  const isGiven = ([, value]: [string, unknown]) => value !== undefined && value !== null;
  const entries = Object.entries(given).filter(isGiven);
  return Object.fromEntries(entries.map(([key, value]) => [key, plainName(String(value))]));
}
