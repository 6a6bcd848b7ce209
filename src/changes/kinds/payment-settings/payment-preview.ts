import {
  addressInName,
  guardAddresses,
  type AddressFinding,
} from '../../../domain/payment-settings/address-findings.js';
import { fieldChangeLines } from '../../../views/changes/fields/field-change-lines.js';
import { shortWarnings, warningsIn } from '../../../views/changes/fields/finished-fields.js';
import { paymentSubjectFields } from '../../../views/changes/payment-settings/payment-change.js';
import { MAX_FIELD_LENGTH } from '../../../views/kit/card.js';
import { notComparedField } from '../../../views/pool/lookalikes.js';
import { paymentPreviewFields } from '../../../views/changes/payment-settings/payment-preview.js';
import {
  addressNamesFields,
  payoutFreezeFields,
} from '../../../views/changes/payment-settings/payment-warnings.js';
import type { Lookalikes } from '../../../domain/changes/change.js';
import type { PreviewContext } from '../kind.js';
import { paymentFieldChanges } from './payment-field-changes.js';
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
    ...paymentPreviewFields(now, settings, { currency, guard, isWhole }),
  ];
}

/**
 * Out of the 6,000 that Discord shows; the rest is for who asks, why, who may confirm and what is
 * wrong now, all at their longest. Beyond it, a card could be confirmed with its last addresses cut
 * off.
 */
export const MAX_CHARACTERS = 4_150;

/** Whether each address, and each warning, stands on the card that is confirmed and on the finished one. */
export function fitsOnCards(
  input: PaymentInput,
  present: PaymentPresent,
  lookalikes?: Lookalikes,
): boolean {
  // At time 0 every freeze counts, so that the card has room for it.
  const preview = previewFields(input, present, { lookalikes, at: 0, isWhole: true });
  const fieldChanges = paymentFieldChanges(settingsIn(present), input.settings);
  const finished = fieldChanges.map((fieldChange) => fieldChangeLines([fieldChange]).join('\n'));
  const warned = shortWarnings(warningsIn(preview));
  return (
    preview.every(({ value }) => value.length <= MAX_FIELD_LENGTH) &&
    finished.every((text) => text.length <= MAX_FIELD_LENGTH) &&
    lengthOf(preview.flatMap(({ name, value }) => [name, value])) <= MAX_CHARACTERS &&
    lengthOf([...finished, ...warned.map(({ value }) => value)]) <= MAX_CHARACTERS
  );
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((whole, { length }) => whole + length, 0);
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
