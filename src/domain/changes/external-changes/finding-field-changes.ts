import type { FieldChange, FieldSide } from '../field-change.js';
import { byShare, gains } from './sort-by-share.js';
import type {
  ExternalFinding,
  AddressSnapshot,
  PaymentsSnapshot,
  RecordSnapshot,
} from './external-finding.js';

/** What somebody changed at the pool, item by item, as a change by Pitboss would show it. */
export function fieldChangesOf({
  before,
  after,
}: Pick<ExternalFinding, 'before' | 'after'>): FieldChange[] {
  const [from, to] = [partsOf(before), partsOf(after)];
  const plain = PARTS.flatMap((what): FieldChange[] => {
    const [old, next] = [from.get(what), to.get(what)];
    if (JSON.stringify(old) === JSON.stringify(next)) return [];
    return [{ what, from: old ?? null, to: next ?? null }];
  });
  const addresses = addressPairs({ before, after });
  return [...addresses.map(({ old, next }) => fieldChange(old ?? null, next ?? null)), ...plain];
}

/** Addresses that were not there before: the first thing to look at. */
export function newAddressesOf(found: Pick<ExternalFinding, 'before' | 'after'>): string[] {
  const known = new Set(addressesOf(found.before).map(({ address }) => address));
  const all = addressPairs(found).flatMap(({ next }) => next?.address ?? []);
  return [...new Set(all)].filter((address) => !known.has(address));
}

/** The address that gains most, if it was there before: new ones at 0 may only hide it. */
export function mostGainingOf(found: Pick<ExternalFinding, 'before' | 'after'>): string | null {
  const [first] = addressPairs(found);
  const isMore =
    first?.old !== undefined && gains({ before: first.old.share, after: first.next?.share });
  return isMore ? (first.next?.address ?? null) : null;
}

const PARTS = [
  'name',
  'site',
  'wallet',
  'payout frequency',
  'payout day',
  'status',
  'further addresses',
] as const;

/** Empty if there is no record. */
function partsOf(record: RecordSnapshot | null): ReadonlyMap<string, FieldSide> {
  const parts = new Map<string, FieldSide>();
  const add = (what: (typeof PARTS)[number], name: string | null, id?: string | null) => {
    if (name !== null || (id !== null && id !== undefined))
      parts.set(what, { name: name ?? '', ...(id ? { id } : {}) });
  };
  if (record?.what === 'subaccount') {
    add('name', record.subaccount, record.id);
    add('site', record.siteName, record.siteId);
  }
  if (record?.what === 'payments') {
    add('wallet', record.wallet);
    add('payout frequency', record.frequency);
    add('payout day', record.day);
    add('status', record.status);
    add('further addresses', moreOf(record));
  }
  return parts;
}

/** They aren't kept one by one; their hash tells whether they are the same. */
function moreOf({ others }: PaymentsSnapshot): string | null {
  return others === undefined ? null : `${others.count} (SHA-256 ${others.hash.slice(0, 12)})`;
}

function addressesOf(record: RecordSnapshot | null): readonly AddressSnapshot[] {
  return record?.what === 'payments' ? (record.addresses ?? []) : [];
}

interface AddressPair {
  readonly old?: AddressSnapshot | undefined;
  readonly next?: AddressSnapshot | undefined;
}

/** What differs; by share, else new ones first, then removed ones, then kept ones. */
function addressPairs({
  before,
  after,
}: Pick<ExternalFinding, 'before' | 'after'>): readonly AddressPair[] {
  const left = [...addressesOf(before)];
  const take = (fits: (each: AddressSnapshot) => boolean) => {
    const at = left.findIndex(fits);
    return at === -1 ? undefined : left.splice(at, 1)[0];
  };
  const changed = addressesOf(after).filter(
    (next) => take((old) => JSON.stringify(old) === JSON.stringify(next)) === undefined,
  );
  const pairs = changed.map((next) => ({
    old:
      take((each) => each.address === next.address && each.id === next.id) ??
      take((each) => each.address === next.address),
    next,
  }));
  const [added, kept] = [pairs.filter(({ old }) => !old), pairs.filter(({ old }) => old)];
  const all: AddressPair[] = [...added, ...left.map((old) => ({ old })), ...kept];
  return byShare(all, ({ old, next }) => ({ before: old?.share, after: next?.share }));
}

function fieldChange(from: AddressSnapshot | null, to: AddressSnapshot | null): FieldChange {
  return { what: 'payout address', from: from && sideOf(from), to: to && sideOf(to) };
}

function sideOf({ id, name, address, share }: AddressSnapshot): FieldSide {
  return {
    name: name ?? '',
    ...(id === null ? {} : { id }),
    ...(address === null ? {} : { address }),
    ...(share === null ? {} : { share }),
  };
}
