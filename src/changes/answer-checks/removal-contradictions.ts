import type { Contradiction } from '../../domain/changes/contradiction.js';
import { isSameAddress } from '../../domain/payment-settings/address-checks.js';
import type { ListedAddress, NewAddress } from '../../domain/payment-settings/listed-addresses.js';

interface AddressLists {
  /** The record before the change. */
  readonly listed: readonly ListedAddress[];
  readonly wanted: readonly NewAddress[];
}

/**
 * Removals that nobody asked for. `told`: the addresses told as removed, null where an entry names
 * none; as many of those as are removed without being named may stand for them.
 */
export function removalContradictions(
  told: readonly (string | null)[],
  { listed, wanted }: AddressLists,
): Contradiction[] {
  const entries = entriesGone({ listed, wanted });
  const gone = entries.flatMap(({ external_address: address }) => address || []);
  const named = told.filter((address) => address !== null);
  const isIn = (all: readonly string[], address: string) =>
    all.some((each) => isSameAddress(each.trim(), address.trim()));
  const asked = wanted.map((each) => each.external_address);
  const untold = gone.filter((address) => !isIn(named, address));
  const room = untold.length + entries.length - gone.length;
  const nameless = told.filter((address) => address === null).slice(room);
  return [
    ...named
      .filter((address) => !isIn(gone, address))
      .map((address): Contradiction => {
        return { what: isIn(asked, address) ? 'removed address' : 'other removal', address };
      }),
    ...nameless.map((): Contradiction => ({ what: 'other removal' })),
  ];
}

/**
 * Of a requested address too, where the record had it in an entry that isn't kept: by its id. Also
 * those without an address, such as a wallet.
 */
function entriesGone({ listed, wanted }: AddressLists): readonly ListedAddress[] {
  const kept = new Set(wanted.map((each) => each.address_id));
  return listed.filter(({ address_id: id, external_address: address }) => {
    if (id !== undefined && id !== null && id !== '') return !kept.has(Number(id));
    // As it is looked up where no id was listed.
    return !wanted.some((each) => isSameAddress(each.external_address, address?.trim() ?? ''));
  });
}
