import type { FieldChange, FieldSide } from '../../../domain/changes/field-change.js';
import { toDecimal } from '../../../domain/numbers/numeric.js';
import {
  pairEntries,
  type ListedAddress,
} from '../../../domain/payment-settings/listed-addresses.js';
import {
  payoutScheduleText,
  type PayoutSchedule,
} from '../../../domain/payment-settings/payout-schedule.js';
import type { NewPaymentSettings, PaymentSettings } from '../../../pool-api/resources.js';

/**
 * The differences that new payment settings make; a kept address only if something about it
 * differs.
 */
export function paymentFieldChanges(
  before: PaymentSettings | null,
  after: NewPaymentSettings,
): FieldChange[] {
  const schedule = { from: before && scheduleOf(before), to: scheduleOf(after) };
  const addresses = pairEntries(before?.addresses ?? [], after.addresses).map(({ old, next }) => ({
    what: 'address',
    from: old === undefined ? null : sideOf(old),
    to: next === undefined ? null : sideOf(next),
  }));
  return [{ what: 'paid out', ...schedule }, ...addresses].filter(isChanged);
}

function scheduleOf(settings: PayoutSchedule): FieldSide {
  return { name: payoutScheduleText(settings, 'not given') };
}

function sideOf({
  address_name: name,
  external_address: address,
  revenue_allocation: share,
}: ListedAddress): FieldSide {
  return {
    name: name ?? '',
    address: address ?? 'not given',
    ...(share === undefined || share === null ? {} : { share }),
  };
}

/** 50.0 and 50 are the same share. */
function isChanged({ from, to }: FieldChange): boolean {
  if (from === null || to === null) return true;
  const [was, is] = [toDecimal(from.share), toDecimal(to.share)];
  const isSameShare = was === null ? is === null : is !== null && was.equals(is);
  return from.name !== to.name || from.address !== to.address || !isSameShare;
}
