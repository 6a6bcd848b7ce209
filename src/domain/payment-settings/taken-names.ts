import { isSameAddress } from './address-checks.js';
import type { EntryPair } from './listed-addresses.js';

/**
 * The address that the pool lists under the name which the request gives to this one; null if there is
 * none, or the name stays. Whoever knows addresses by their names would take one for the other.
 */
export function formerHolder({ old, next }: EntryPair, all: readonly EntryPair[]): string | null {
  const name = next?.address_name ?? '';
  if (next === undefined || name === '' || old?.address_name === name) return null;
  const holder = all.find(
    (each) =>
      each.old?.address_name === name &&
      !isSameAddress(each.old.external_address ?? '', next.external_address),
  );
  // A new address in place of a removed one usually takes its name.
  if (old === undefined && holder?.next === undefined) return null;
  return holder?.old?.external_address ?? null;
}

export function takesNames(all: readonly EntryPair[]): boolean {
  return all.some((each) => formerHolder(each, all) !== null);
}
