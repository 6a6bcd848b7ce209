import { byShare } from '../../../domain/changes/external-changes/sort-by-share.js';
import type {
  AddressSnapshot,
  PaymentsSnapshot,
} from '../../../domain/changes/external-changes/external-finding.js';
import { hashOf } from '../../../domain/json/canonical-json.js';

/** How many addresses to keep one by one, since a pool may list any number. */
const MAX_ADDRESSES = 100;

export type KeptAddresses = Pick<PaymentsSnapshot, 'addresses' | 'others'>;

/** The addresses that get most are kept one by one, so that no number of others hides them. */
export function keptAddresses(listed: readonly AddressSnapshot[]): KeptAddresses {
  if (listed.length <= MAX_ADDRESSES) return { addresses: inOrder(listed) };
  const ranked = byShare(inOrder(listed), ({ share }) => ({ after: share }));
  const others = inOrder(ranked.slice(MAX_ADDRESSES));
  return {
    addresses: inOrder(ranked.slice(0, MAX_ADDRESSES)),
    others: { count: others.length, hash: hashOf(others), areSmallest: true },
  };
}

/** As earlier versions kept them: the first in the order of their text. Null if it is the same. */
export function firstAddresses(listed: readonly AddressSnapshot[]): KeptAddresses | null {
  if (listed.length <= MAX_ADDRESSES) return null;
  const all = inOrder(listed);
  const others = all.slice(MAX_ADDRESSES);
  return {
    addresses: all.slice(0, MAX_ADDRESSES),
    others: { count: others.length, hash: hashOf(others) },
  };
}

/** Sorted, because the pool's order means nothing. */
export function inOrder(addresses: readonly AddressSnapshot[]): AddressSnapshot[] {
  return addresses
    .map((each) => ({ each, order: orderOf(each) }))
    .toSorted((one, other) => (one.order < other.order ? -1 : 1))
    .map(({ each }) => each);
}

function orderOf({ address, id, name, share }: AddressSnapshot): string {
  return JSON.stringify([address, id, name, share]);
}
