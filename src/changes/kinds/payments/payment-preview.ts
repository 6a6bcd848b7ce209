import {
  addressInName,
  guardAddresses,
  type AddressFinding,
} from '../../../domain/payments/address-findings.js';
import { paymentSubjectFields } from '../../../views/changes/payments/payment-change.js';
import { notComparedField } from '../../../views/pool/lookalikes.js';
import { paymentPreviewFields } from '../../../views/changes/payments/payment-preview.js';
import {
  addressNamesFields,
  payoutFreezeFields,
} from '../../../views/changes/payments/payment-warnings.js';
import type { Lookalikes } from '../../../domain/changes/change.js';
import type { PreviewContext } from '../kind.js';
import { type PaymentInput, addressesIn } from './payment-input.js';
import { type PaymentPresent, settingsIn, addressesOf } from './present-payments.js';

export function previewFields(
  input: PaymentInput,
  present: PaymentPresent,
  { lookalikes: known, at, isWhole }: PreviewContext,
) {
  const { currency, subaccount, settings } = input;
  const addresses = addressesOfAll(settings, present, known);
  const now = settingsIn(present);
  const guard = findingsOf(input, present, known);
  return [
    ...paymentSubjectFields(currency, subaccount, known),
    ...payoutFreezeFields(now, at),
    ...(known?.areAll === false ? [notComparedField()] : []),
    ...addressNamesFields(namesLikeAddresses(settings, Object.values(addresses).flat())),
    ...paymentPreviewFields(now, settings, { guard, isWhole }),
  ];
}

export function findingsOf(
  { currency, settings }: PaymentInput,
  present: PaymentPresent,
  known?: Lookalikes,
): AddressFinding[] {
  return guardAddresses({
    currency,
    ...addressesOfAll(settings, present, known),
    inUse: known?.inUse ?? [],
  });
}

export function addressesOfAll(
  settings: PaymentInput['settings'],
  present: PaymentPresent,
  known?: Lookalikes,
) {
  return {
    before: addressesOf(present),
    after: addressesIn(settings),
    known: known?.addresses ?? [],
  };
}

/** Covers kept names too. */
function namesLikeAddresses(settings: PaymentInput['settings'], known: readonly string[]) {
  return settings.addresses.flatMap(({ address_name: name, external_address: address }) => {
    const word = addressInName({ name, address }, known);
    return word === null ? [] : [{ word, address }];
  });
}
