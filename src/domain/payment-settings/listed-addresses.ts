import { isSameAddress } from './address-checks.js';
import type { NewPaymentSettings } from './new-payment-settings.js';
import type { Numeric } from '../numbers/numeric.js';

/** Matches wanted addresses to the pool's record, and so to their ids. */

/** An address as the pool lists it; any part may be absent. */
export interface ListedAddress {
  readonly address_id?: Numeric | null | undefined;
  readonly address_name?: string | null | undefined;
  readonly external_address?: string | null | undefined;
  readonly revenue_allocation?: Numeric | null | undefined;
}

export type NewAddress = NewPaymentSettings['addresses'][number];

/** Without `old` the entry is new, without `next` it is removed. */
export interface EntryPair {
  readonly old?: ListedAddress | undefined;
  readonly next?: NewAddress | undefined;
}

export interface MatchedAddress {
  readonly wanted: NewAddress;
  /** `unclear`: several entries match, or several wanted addresses match this one. */
  readonly entry: ListedAddress | 'new' | 'unclear';
}

/** Matches by address; also by name if the record has the address more than once. */
export function matchListed(
  listed: readonly ListedAddress[],
  wanted: readonly NewAddress[],
): MatchedAddress[] {
  const found = wanted.map((each) => ({ wanted: each, entry: findEntry(listed, each) }));
  return found.map((each) => {
    const rivals = found.filter(({ entry }) => entry !== 'new' && entry === each.entry);
    return rivals.length > 1 ? { ...each, entry: 'unclear' } : each;
  });
}

function findEntry(listed: readonly ListedAddress[], wanted: NewAddress): MatchedAddress['entry'] {
  const same = listed.filter((each) =>
    isSameAddress(each.external_address ?? '', wanted.external_address),
  );
  const name = nameInForm(wanted.address_name);
  const named = same.filter((each) => nameInForm(each.address_name) === name);
  const [only, ...others] = same.length > 1 ? named : same;
  if (only !== undefined && others.length === 0) return only;
  return same.length === 0 ? 'new' : 'unclear';
}

/** The wanted ones in order, then the remaining entries. */
export function pairEntries(
  listed: readonly ListedAddress[],
  wanted: readonly NewAddress[],
): EntryPair[] {
  const pairs = matchListed(listed, wanted).map(({ wanted: next, entry }) => ({
    old: typeof entry === 'string' ? undefined : entry,
    next,
  }));
  const kept = new Set(pairs.map(({ old }) => old));
  return [...pairs, ...listed.filter((each) => !kept.has(each)).map((old) => ({ old }))];
}

/** Adds the record's ids; kept addresses are spelt as at the pool, new ones have no id. */
export function withListedIds(
  listed: readonly ListedAddress[],
  wanted: readonly NewAddress[],
): NewAddress[] {
  return matchListed(listed, wanted).map(({ wanted: next, entry }) => {
    const { address_id: _, ...withoutId } = next;
    if (typeof entry === 'string') return withoutId;
    const id = readId(entry.address_id);
    return {
      ...(typeof id === 'number' ? { address_id: id } : {}),
      ...withoutId,
      ...(isRenamed(entry, next) ? {} : { address_name: entry.address_name ?? '' }),
      external_address: entry.external_address ?? next.external_address,
    };
  });
}

/** A name as one line of the form can hold it. */
export function nameInForm(name: string | null | undefined): string {
  return (name ?? '').replaceAll(/[\r\n]+/g, ' ').replaceAll(/^[ \t]+|[ \t]+$/g, '');
}

/** False if only the form spells the name differently. */
export function isRenamed(old: ListedAddress, next: NewAddress): boolean {
  return nameInForm(old.address_name) !== nameInForm(next.address_name);
}

/**
 * Null without an id; `inexact` if JSON can't carry it, and for zero and "", which may mean none.
 */
export function readId(id: Numeric | null | undefined): number | null | 'inexact' {
  if (id === null || id === undefined) return null;
  const number = Number(id);
  const isExact = Number.isSafeInteger(number) && String(number) === String(id);
  return isExact && number > 0 ? number : 'inexact';
}

/** Whether several entries of the record have this id. */
export function isRepeatedId(listed: readonly ListedAddress[], id: Numeric): boolean {
  return listed.filter((each) => Number(each.address_id ?? '') === Number(id)).length > 1;
}
