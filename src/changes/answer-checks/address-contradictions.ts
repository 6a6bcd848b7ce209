import { fieldsOf } from '../../domain/json/is-record.js';
import type { Contradiction } from '../../domain/changes/contradiction.js';
import { percentOf } from '../../domain/numbers/numeric.js';
import { isSameAddress, isWholeAddress } from '../../domain/payment-settings/address-checks.js';
import type { ListedAddress, NewAddress } from '../../domain/payment-settings/listed-addresses.js';
import { givenText } from './compare-answer.js';
import { removalContradictions } from './removal-contradictions.js';
import { addressAction, type AddressAction } from './address-action.js';

interface AnsweredAddress {
  /** Null if it names none. */
  readonly address: string | null;
  readonly split: string | null;
  readonly name: string | null;
  readonly action: AddressAction;
}

/**
 * Where the answer's list of payout addresses differs from the requested one. `listed`: the record
 * before the change, whose other entries may be told as removed.
 */
export function addressContradictions(
  wanted: readonly NewAddress[],
  value: unknown,
  listed: readonly ListedAddress[] = [],
): Contradiction[] {
  if (!Array.isArray(value)) return [];
  const entries = value.flatMap(answeredAddresses);
  // Addresses may be told in another shape; an empty text is the documented one.
  if (entries.length > 0 && !value.some(hasAddressText)) return [];
  const left = [...entries];
  const found = wanted.flatMap((each): Contradiction[] => {
    const its = takeEntryOf(each, left);
    const { external_address: address, revenue_allocation: share } = each;
    if (its === undefined) return [{ what: 'missing address', address }];
    if (its.action === 'removed') return [{ what: 'removed address', address }];
    const isOther = its.split !== null && !isShare(its.split, share);
    const split = { what: 'split', address, requested: String(share) } as const;
    return [
      ...otherActionOf(its),
      ...(isOther && its.split !== null ? [{ ...split, told: its.split }] : []),
    ];
  });
  const isMissing = found.filter(({ what }) => what === 'missing address').length;
  // As many without an address may stand for those that are missing.
  const stay = left.filter(({ action }) => action !== 'removed');
  const nameless = stay.filter(isNameless).slice(isMissing);
  const extra = [...stay.filter(({ address }) => address !== null), ...nameless];
  const removed = left.filter(({ action }) => action === 'removed').map(({ address }) => address);
  return [
    ...extra.flatMap((each) => extraAddress(each, wanted)),
    ...removalContradictions(removed, { listed, wanted }),
    ...found,
  ];
}

/** By the names of an action or of a record; two, where it has both and they aren't the same. */
function answeredAddresses(value: unknown): AnsweredAddress[] {
  const fields = fieldsOf(isAddress(value) ? { address: value } : value);
  const { address, external_address: listed, split, revenue_allocation: share } = fields;
  const [first, second] = [givenText(address), givenText(listed)];
  const entry = {
    address: first ?? second,
    split: givenText(split) ?? givenText(share),
    name: givenText(fields['name']) ?? givenText(fields['address_name']),
    action: addressAction(givenText(fields['action'])),
  };
  const isOne = first === null || second === null || isSameAddress(first, second);
  return isOne ? [entry] : [entry, { ...entry, address: second }];
}

/** A plain text is no documented entry, but nothing else than an address has an address's checksum. */
function isAddress(value: unknown): boolean {
  return typeof value === 'string' && isWholeAddress(value.trim());
}

function hasAddressText(value: unknown): boolean {
  const { address, external_address: listed } = fieldsOf(value);
  return (
    isAddress(value) ||
    [address, listed].some((each) => typeof each === 'string' || givenText(each) !== null)
  );
}

/** Whether it tells of something, and of no address. */
function isNameless({ address, split, name }: AnsweredAddress): boolean {
  return address === null && (split !== null || name !== null);
}

function extraAddress(entry: AnsweredAddress, wanted: readonly NewAddress[]): Contradiction[] {
  const { address, split } = entry;
  const isWanted =
    address !== null && wanted.some((each) => isSpelt(address, each.external_address));
  const extra = {
    what: isWanted ? 'repeated address' : 'extra address',
    ...(address === null ? {} : { address }),
    ...(split === null ? {} : { told: split }),
  } as const;
  return [extra, ...otherActionOf(entry)];
}

function otherActionOf({ address, action }: AnsweredAddress): Contradiction[] {
  if (address === null || typeof action === 'string') return [];
  return [{ what: 'address action', address, told: action.told }];
}

/** Takes the entry out of `left`; of several, the one that agrees best with the request. */
function takeEntryOf(each: NewAddress, left: AnsweredAddress[]): AnsweredAddress | undefined {
  const { external_address: address, revenue_allocation: share } = each;
  const own = left.filter((one) => one.address !== null && isSpelt(one.address, address));
  const [its] = own.toSorted((one, other) => fit(other, share) - fit(one, share));
  if (its !== undefined) left.splice(left.indexOf(its), 1);
  return its;
}

/** The told text has no spaces around it; the pool's record may. */
function isSpelt(told: string, address: string): boolean {
  return isSameAddress(told, address.trim());
}

function fit({ split, action }: AnsweredAddress, share: number): number {
  if (action !== 'kept') return action === 'removed' ? 0 : 1;
  return split !== null && isShare(split, share) ? 3 : 2;
}

/** `50.0`, `50 %` and 33.33 as a 32-bit float all count as the requested share. */
function isShare(split: string, share: number): boolean {
  const decimal = percentOf(split);
  return decimal !== null && [share, Math.fround(share)].some((each) => decimal.equals(each));
}
