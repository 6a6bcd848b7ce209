import {
  readId,
  type ListedAddress,
  type NewAddress,
} from '../../../domain/payments/listed-addresses.js';
import { toDecimal, type Numeric } from '../../../domain/numbers/numeric.js';
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
    all.map((each) => each.external_address ?? '').toSorted();
  const listed = inOrder(present.addresses ?? []);
  return listed.join('\n') === inOrder(settings.addresses).join('\n');
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
  return toDecimal(listed ?? '')?.equals(sent) ?? false;
}
