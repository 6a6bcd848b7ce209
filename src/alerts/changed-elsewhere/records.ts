import { z } from 'zod';
import type { Change } from '../../changes/change.js';
import { spelling } from '../../changes/kinds/payment-addresses.js';
import {
  paymentInput,
  paymentRecord,
  plainName,
  recordOf,
} from '../../changes/kinds/payment-record.js';
import type { ListedAddress, Schedule } from '../../changes/kinds/payment-record.js';
import { siteOf } from '../../pool/find-by-name.js';
import type { Pool, Site } from '../../pool/pool.js';
import type { PaymentSettings, Scalar, Subaccount } from '../../pool/schemas.js';

/** What people set for one thing, key by key. What the pool does not give is absent. */
export type Listed = Readonly<Record<string, Value>>;
/** A schedule has its frequency and day, an address its name and allocation, a site its id and name. */
export type Value = string | readonly string[];

export const SUBACCOUNTS = 'subaccounts';
const ADDRESS = 'at ';

/** A list as the pool gave it. */
export interface Reading {
  /** The currency of payment settings, or `subaccounts`. */
  readonly list: string;
  /** When the pool answered (ms). */
  readonly at: number;
  /** False without access to some subaccounts. */
  readonly isWhole: boolean;
  /** By id, or name where there is none. Null: listed, but without the values we watch. */
  readonly things: ReadonlyMap<string, Listed | null>;
}

/** Null if it was cut short. @throws PoolError */
export async function readList(pool: Pool, list: string): Promise<Reading | null> {
  const read =
    list === SUBACCOUNTS
      ? pool.subaccounts().then((all) => ({ ...all, rows: all.rows.map(ofSubaccount) }))
      : pool.paymentSettings(list).then((all) => ({ ...all, rows: all.rows.map(ofSettings) }));
  const { rows, readAt: at, refused, incomplete } = await read;
  if (incomplete !== null) return null;
  return { list, at, isWhole: refused.length === 0, things: new Map(rows) };
}

function ofSettings(settings: PaymentSettings): [string, Listed | null] {
  const { subaccount, wallet_id: wallet, status, addresses } = settings;
  const given = texts({ subaccount: subaccount?.name, wallet, status });
  const listed = addresses ? { ...given, ...listedPayments(recordOf(settings)) } : null;
  return [String(subaccount?.id ?? subaccount?.name ?? '?'), listed];
}

function ofSubaccount(subaccount: Subaccount): [string, Listed | null] {
  const { id, name } = subaccount;
  const listed = { ...texts({ name }), ...listedSite(siteOf(subaccount)) };
  return [String(id ?? name ?? '?'), listed['name'] === undefined ? null : listed];
}

function listedSite(site: Site | null): Listed {
  return site ? { site: [site.id, plainName(site.name)] } : {};
}

function texts(given: Readonly<Record<string, Scalar | null | undefined>>): Listed {
  const isGiven = ([, value]: [string, unknown]) => value !== undefined && value !== null;
  const entries = Object.entries(given).filter(isGiven);
  return Object.fromEntries(entries.map(([key, value]) => [key, plainName(String(value))]));
}

type Payments = Schedule & { readonly addresses: readonly Omit<ListedAddress, 'id'>[] };

/** The day counts for weekly payouts only. */
function listedPayments({ frequency, day, addresses }: Payments): Listed {
  const entries = addresses.map(({ name, address, allocation }) => {
    return [`${ADDRESS}${spelling(address)}`, [plainName(name), allocation ?? '']] as const;
  });
  const schedule = frequency && [frequency, frequency === 'WEEKLY' ? day : 'UNSPECIFIED'];
  return { ...(schedule && { schedule }), ...Object.fromEntries(entries) };
}

/** What a change of ours does to one thing, key by key. */
export interface Effect {
  readonly change: Change;
  readonly list: string;
  /** The subaccount's name. */
  readonly name: string;
  readonly before: Listed;
  readonly after: Listed;
}

const site = z.object({ id: z.string(), name: z.string() });
const subaccountInput = z.object({ name: z.string(), site });
const movedRecord = z.object({ site: site.nullable() });

export function effectOf(change: Change): Effect {
  const { kind, input, present } = change;
  if (kind === 'payments') {
    const asked = paymentInput.parse(input);
    const record = paymentRecord.parse(present.record);
    const before = record ? listedPayments(record) : {};
    const [list, name] = [asked.currency, plainName(asked.subaccount)];
    return { change, list, name, before, after: listedPayments(asked) };
  }
  const asked = subaccountInput.parse(input);
  const own = { change, list: SUBACCOUNTS, name: plainName(asked.name) };
  const after = listedSite(asked.site);
  if (kind === 'create') return { ...own, before: {}, after: { name: own.name, ...after } };
  return { ...own, before: listedSite(movedRecord.parse(present.record).site), after };
}

/** The name of a record's subaccount. */
export function nameIn(listed: Listed | null): string | null {
  const name = listed?.['name'] ?? listed?.['subaccount'];
  return typeof name === 'string' ? name : null;
}

export function keysOf(...records: readonly Listed[]): string[] {
  return [...new Set(records.flatMap(Object.keys))];
}

/** Null: the key is not an address's. */
export function addressOf(key: string): string | null {
  return key.startsWith(ADDRESS) ? key.slice(ADDRESS.length) : null;
}

/** Sites compare by id: not every list gives the name. */
export function isSame(key: string, one: Value | undefined, other: Value | undefined): boolean {
  const of = (value: Value | undefined) => (key === 'site' ? value?.[0] : JSON.stringify(value));
  return of(one) === of(other);
}

export function isSameRecord(one: Listed, other: Listed): boolean {
  return keysOf(one, other).every((key) => isSame(key, one[key], other[key]));
}
