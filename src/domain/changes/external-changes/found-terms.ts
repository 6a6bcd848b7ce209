import type { ChangeTerm, TermSide } from '../change-terms.js';
import { byShare, gains } from './sort-by-share.js';
import type { ExternalFinding, SeenAddress, SeenPayments, SeenRecord } from './external-finding.js';

/** What somebody changed at the pool, item by item, in the terms of a change by Pitboss. */
export function termsOfFinding({
  before,
  after,
}: Pick<ExternalFinding, 'before' | 'after'>): ChangeTerm[] {
  const [from, to] = [partsOf(before), partsOf(after)];
  const plain = PARTS.flatMap((what): ChangeTerm[] => {
    const [old, next] = [from.get(what), to.get(what)];
    if (JSON.stringify(old) === JSON.stringify(next)) return [];
    return [{ what, from: old ?? null, to: next ?? null }];
  });
  const addresses = addressPairs({ before, after });
  return [...addresses.map(({ old, next }) => term(old ?? null, next ?? null)), ...plain];
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
function partsOf(record: SeenRecord | null): ReadonlyMap<string, TermSide> {
  const parts = new Map<string, TermSide>();
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
function moreOf({ others }: SeenPayments): string | null {
  return others === undefined ? null : `${others.count} (SHA-256 ${others.hash.slice(0, 12)})`;
}

function addressesOf(record: SeenRecord | null): readonly SeenAddress[] {
  return record?.what === 'payments' ? (record.addresses ?? []) : [];
}

interface AddressPair {
  readonly old?: SeenAddress | undefined;
  readonly next?: SeenAddress | undefined;
}

/** What differs; by share, else new ones first, then removed ones, then kept ones. */
function addressPairs({
  before,
  after,
}: Pick<ExternalFinding, 'before' | 'after'>): readonly AddressPair[] {
  const left = [...addressesOf(before)];
  const take = (fits: (each: SeenAddress) => boolean) => {
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

function term(from: SeenAddress | null, to: SeenAddress | null): ChangeTerm {
  return { what: 'payout address', from: from && sideOf(from), to: to && sideOf(to) };
}

function sideOf({ id, name, address, share }: SeenAddress): TermSide {
  return {
    name: name ?? '',
    ...(id === null ? {} : { id }),
    ...(address === null ? {} : { address }),
    ...(share === null ? {} : { share }),
  };
}
