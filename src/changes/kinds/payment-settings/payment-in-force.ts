import {
  readId,
  type ListedAddress,
  type NewAddress,
} from '../../../domain/payment-settings/listed-addresses.js';
import type { Decimal } from 'decimal.js';
import { toDecimal, type Numeric } from '../../../domain/numbers/numeric.js';
import { oneSpelling, withoutScheme } from '../../../domain/payment-settings/address-checks.js';
import type { PaymentSettings } from '../../../pool-api/resources.js';
import type { PaymentInput } from './payment-input.js';

/** True if the pool lists every field as sent, and no other address. */
export function areSettingsInForce(
  settings: PaymentInput['settings'],
  present: PaymentSettings,
  isId: typeof isItsId,
): boolean {
  const left = [...(present.addresses ?? [])];
  const isListed = settings.addresses.every((sent) => {
    const at = left.findIndex(
      (each) =>
        each.external_address === sent.external_address &&
        (each.address_name ?? '') === sent.address_name &&
        isId(each, sent) &&
        isSameNumber(each.revenue_allocation, sent.revenue_allocation),
    );
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
  return (
    isListed &&
    left.length === 0 &&
    present.payment_frequency === settings.payment_frequency &&
    (settings.day_of_week === undefined || present.day_of_week === settings.day_of_week)
  );
}

/** True if the pool lists these very addresses, whatever else it says of them. */
export function hasItsAddresses(
  settings: PaymentInput['settings'],
  present: PaymentSettings,
): boolean {
  const inOrder = (all: readonly ListedAddress[]) =>
    all.map((each) => spellingOf(each.external_address)).toSorted();
  const listed = inOrder(present.addresses ?? []);
  return listed.join('\n') === inOrder(settings.addresses).join('\n');
}

/**
 * True if the pool lists no address newly, or with a larger share, but those that were sent, each
 * with no more than was sent; and at least one of them.
 */
export function paysNoOthersMore(
  settings: PaymentInput['settings'],
  before: PaymentSettings | null,
  now: PaymentSettings,
): boolean {
  const [known, sent] = [sharesOf(before?.addresses), sharesOf(settings.addresses)];
  const more = [...sharesOf(now.addresses)].filter(([address, share]) => {
    const earlier = known.get(address);
    return earlier === undefined || !isAtMost(share, earlier);
  });
  return (
    more.length > 0 &&
    more.every(([address, share]) => {
      const wanted = sent.get(address);
      return wanted !== undefined && (share === null || isAtMost(share, wanted));
    })
  );
}

type Shares = ReadonlyMap<string, Decimal | null>;

/** What each address gets in all; null = it isn't said in numbers. */
function sharesOf(all: readonly ListedAddress[] | null | undefined): Shares {
  const shares = new Map<string, Decimal | null>();
  for (const { external_address: address, revenue_allocation: given } of all ?? []) {
    const [spelling, share] = [spellingOf(address), toDecimal(given)];
    const earlier = shares.get(spelling);
    shares.set(spelling, earlier === undefined ? share : ((share && earlier?.plus(share)) ?? null));
  }
  return shares;
}

/** Two that aren't numbers count as the same. */
function isAtMost(share: Decimal | null, other: Decimal | null): boolean {
  if (share === null || other === null) return share === other;
  return share.lessThanOrEqualTo(other);
}

/** As the pool may write the address that it was sent, too. */
function spellingOf(address: string | null | undefined): string {
  return oneSpelling(withoutScheme(address ?? ''));
}

export function isItsId(
  { address_id: listed }: ListedAddress,
  { address_id: sent }: NewAddress,
): boolean {
  return readId(listed) === (sent ?? null);
}

/** The pool gives an id to an address that was sent without one. */
export function isItsIdNow(listed: ListedAddress, sent: NewAddress): boolean {
  return sent.address_id === undefined || isItsId(listed, sent);
}

function isSameNumber(listed: Numeric | null | undefined, sent: number): boolean {
  return toDecimal(listed)?.equals(sent) ?? false;
}
