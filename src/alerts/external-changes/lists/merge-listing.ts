import { isDeepStrictEqual } from 'node:util';
import type {
  AddressSnapshot,
  PaymentsSnapshot,
  RecordSnapshot,
  SubaccountSnapshot,
} from '../../../domain/changes/external-changes/external-finding.js';
import { hashOf } from '../../../domain/json/canonical-json.js';
import { enumValue } from '../../../domain/pool/enum-values.js';
import { toDecimal } from '../../../domain/numbers/numeric.js';
import { inOrder } from './stored-addresses.js';
import { isCalledById, type ListContents } from './record-snapshots.js';

/** Records by the key under which they are recognised from one poll to the next. */
export type RecordSnapshots = ReadonlyMap<string, RecordSnapshot>;

/**
 * Merges a new listing into the known list: whatever it leaves out stays as it was, and a record
 * keeps its key.
 */
export function mergeListing(
  before: RecordSnapshots,
  { records, hasUnnamed }: Omit<ListContents, 'earlierForms'>,
): RecordSnapshots {
  const joined = new Map<string, RecordSnapshot>();
  const keyOfEarlier = keysOf(before);
  for (const record of records) {
    const key = keyOfEarlier(record) ?? newKeyOf(record);
    const same = joined.get(key);
    joined.set(key, same === undefined ? record : withBoth(same, record));
  }
  const known = new Map<string, RecordSnapshot>();
  for (const [key, record] of joined) {
    const earlier = before.get(key);
    known.set(key, earlier === undefined ? record : withGiven(record, earlier));
  }
  if (hasUnnamed) for (const [key, each] of before) if (!known.has(key)) known.set(key, each);
  return known;
}

/** Keyed by id if there is one, so that a name that changes hands is noticed. */
function newKeyOf(record: RecordSnapshot): string {
  const id = idOf(record);
  const which = id === null ? `name ${record.subaccount}` : `id ${id}`;
  return record.what === 'payments' ? `${record.currency} ${which}` : which;
}

/** The key of the same record before: by its id, or by its name if either has no id. */
function keysOf(before: RecordSnapshots) {
  const byId = new Map<string, string>();
  const byName = new Map<string, string | null>();
  for (const [key, record] of before) {
    const id = idOf(record);
    if (id !== null) byId.set(id, key);
    // With two of one name it may be either.
    byName.set(record.subaccount, byName.has(record.subaccount) ? null : key);
  }
  return (record: RecordSnapshot): string | undefined => {
    const id = idOf(record);
    const ofId = id === null ? undefined : byId.get(id);
    if (ofId !== undefined) return ofId;
    const named = byName.get(record.subaccount) ?? undefined;
    const earlier = named === undefined ? undefined : before.get(named);
    const mayBe = earlier !== undefined && (id === null || idOf(earlier) === null);
    return mayBe ? named : undefined;
  };
}

export function idOf(record: RecordSnapshot | undefined): string | null {
  if (record === undefined) return null;
  return record.what === 'payments' ? record.subaccountId : record.id;
}

/** `now` with whatever it leaves out as it was `before`. */
function withGiven(now: RecordSnapshot, before: RecordSnapshot): RecordSnapshot {
  if (now.what === 'subaccount' || before.what === 'subaccount') {
    if (now.what !== 'subaccount' || before.what !== 'subaccount') return now;
    return { ...now, id: now.id ?? before.id, ...siteWithGiven(now, before) };
  }
  const { others: _, ...rest } = now;
  const { addresses, others } = now.addresses === null ? before : now;
  const known = before.addresses ?? [];
  return {
    ...rest,
    subaccount: isCalledById(now) ? before.subaccount : now.subaccount,
    subaccountId: now.subaccountId ?? before.subaccountId,
    status: wordFrom(before.status, now.status),
    frequency: wordFrom(before.frequency, now.frequency),
    day: wordFrom(before.day, now.day),
    wallet: digitsFrom(before.wallet, now.wallet),
    addresses: addresses === null ? null : inOrder(entriesWithGiven(addresses, known)),
    ...(others === undefined ? {} : { others }),
  };
}

type SiteSnapshot = Pick<SubaccountSnapshot, 'siteId' | 'siteName'>;

function siteWithGiven(now: SiteSnapshot, before: SiteSnapshot): SiteSnapshot {
  if (now.siteId === null && (now.siteName === null || now.siteName === before.siteName))
    return before;
  const isSame = now.siteId !== null && now.siteId === before.siteId;
  return { siteId: now.siteId, siteName: now.siteName ?? (isSame ? before.siteName : null) };
}

/**
 * Merges two records of one subaccount: the pool may pay by either, so what both say counts, in
 * whichever order they come.
 */
function withBoth(one: RecordSnapshot, other: RecordSnapshot): RecordSnapshot {
  if (one.what === 'subaccount' || other.what === 'subaccount') {
    if (one.what !== 'subaccount' || other.what !== 'subaccount') return other;
    const [siteId, siteName] = [
      bothOf(one.siteId, other.siteId),
      bothOf(one.siteName, other.siteName),
    ];
    const [subaccount = ''] = [one.subaccount, other.subaccount].toSorted();
    return { ...one, id: one.id ?? other.id, subaccount, siteId, siteName };
  }
  const all = new Map<string, AddressSnapshot>();
  for (const each of [...(one.addresses ?? []), ...(other.addresses ?? [])])
    all.set(JSON.stringify(each), each);
  const isKnown = one.addresses !== null || other.addresses !== null;
  return {
    ...one,
    ...othersOf(one, other),
    status: bothOf(one.status, other.status),
    frequency: bothOf(one.frequency, other.frequency),
    day: bothOf(one.day, other.day),
    wallet: bothOf(one.wallet, other.wallet),
    addresses: isKnown ? inOrder([...all.values()]) : null,
  };
}

/** Between what two records of one subaccount say. */
const BOTH = ' / ';

function bothOf(one: string | null, other: string | null): string | null {
  const values = [one, other].flatMap((each) => each?.split(BOTH) ?? []);
  return values.length === 0 ? null : [...new Set(values)].toSorted().join(BOTH);
}

function othersOf(
  one: PaymentsSnapshot,
  other: PaymentsSnapshot,
): Pick<PaymentsSnapshot, 'others'> {
  const all = [one.others, other.others].filter((each) => each !== undefined);
  if (all.length < 2) return all[0] === undefined ? {} : { others: all[0] };
  const count = all.reduce((sum, each) => sum + each.count, 0);
  const form = all.every((each) => each.areSmallest) ? { areSmallest: true as const } : {};
  return { others: { count, hash: hashOf(all.map(({ hash }) => hash).toSorted()), ...form } };
}

function entriesWithGiven(
  now: readonly AddressSnapshot[],
  before: readonly AddressSnapshot[],
): AddressSnapshot[] {
  const missing = new Set(before);
  const pairs = now.map((entry) => {
    const earlier = earlierEntry(entry, [...missing]);
    if (earlier !== undefined) missing.delete(earlier);
    return { entry, earlier };
  });
  return pairs.map(({ entry, earlier }) => {
    if (earlier !== undefined)
      return {
        id: entry.id ?? earlier.id,
        name: entry.name ?? earlier.name,
        address: entry.address ?? earlier.address,
        share: digitsFrom(earlier.share, entry.share),
      };
    if (entry.address !== null) return entry;
    // Without an address it may be any that is missing.
    const [any] = missing;
    if (any !== undefined) missing.delete(any);
    return any ?? entry;
  });
}

/** The entry it was before, as far as it tells; undefined if it may be several. */
function earlierEntry(
  now: AddressSnapshot,
  before: readonly AddressSnapshot[],
): AddressSnapshot | undefined {
  const fits = (part: 'id' | 'name' | 'address') => (each: AddressSnapshot) =>
    now[part] === null || each[part] === now[part];
  // Without an address its id decides, and without an id its name.
  const says = [now.address, now.id, now.name].some((part) => part !== null);
  const alike = before.filter(fits('address')).filter(fits('id')).filter(fits('name'));
  const [first] = alike;
  // Of several that differ in their ids alone, each is as good.
  const areSame = alike.every((each) =>
    isDeepStrictEqual({ ...each, id: null }, { ...first, id: null }),
  );
  return says && areSame ? first : undefined;
}

/** Keeps the earlier digits of an equal number: `80`, not `80.00`. */
function digitsFrom(earlier: string | null, now: string | null): string | null {
  if (now === null || earlier === null) return now ?? earlier;
  return toDecimal(now)?.eq(toDecimal(earlier) ?? NaN) === true ? earlier : now;
}

/** Keeps the earlier spelling of the same word. */
function wordFrom(earlier: string | null, now: string | null): string | null {
  if (now === null || earlier === null) return now ?? earlier;
  return enumValue(now) !== '' && enumValue(now) === enumValue(earlier) ? earlier : now;
}
