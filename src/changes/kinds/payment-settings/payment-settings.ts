import { checkAddress, otherNetwork } from '../../../domain/payment-settings/address-checks.js';
import { tellingLength } from '../../../domain/payment-settings/last-characters.js';
import { pairEntries, withListedIds } from '../../../domain/payment-settings/listed-addresses.js';
import { takesNames } from '../../../domain/payment-settings/taken-names.js';
import { changedCoins, judgeAllocation } from '../../../domain/payment-settings/allocation.js';
import { ChangeRuledOut } from '../../../domain/errors/user-errors.js';
import { workspaceActionSchema } from '../../../pool-api/resources.js';
import { createPaymentSettingsRequest } from '../../../pool-api/write-requests.js';
import {
  allocationSentence,
  nothingNewSentence,
  tooManyAddressesSentence,
} from '../../../views/changes/payment-settings/payment-change.js';
import { currencyTitle } from '../../../views/kit/reported-currency.js';
import { undonePaymentLines } from '../../../views/changes/card/renewal.js';
import { workspaceActionFields } from '../../../views/changes/pool-answer/workspace-action.js';
import { defineKind, isSameId } from '../kind.js';
import { findPaymentSettings } from './payment-record.js';
import { paymentFieldChanges } from './payment-field-changes.js';
import { paymentsConflictKey, paymentsIdConflictKey } from '../conflict-keys.js';
import { paymentContradictions } from './payment-contradictions.js';
import { whyNamedAsAddress, whyNotSendable } from './sendable-addresses.js';
import { paymentInput, type PaymentInput, addressesIn } from './payment-input.js';
import {
  presentSettings,
  type PaymentPresent,
  settingsIn,
  isNone,
  LISTED_ID,
  subaccountIdIn,
  hasLostItsId,
  addressEntriesOf,
  addressesOf,
} from './present-payments.js';
import { findPaymentLookalikes } from './payment-lookalikes.js';
import {
  hasItsAddresses,
  areSettingsInForce,
  isItsId,
  isItsIdNow,
  paysNoOthersMore,
} from './payment-in-force.js';
import { addressesOfAll, findingsOf, fitsOnCards, previewFields } from './payment-preview.js';

/** How many addresses one card shows in full. */
const MAX_SHOWN = 10;

/** POST /v2/pool/payment-settings/{currency_type}/{subaccount_name}: where the money goes. */
export const paymentSettingsChange = defineKind({
  name: 'payment-settings',
  title: 'Change payment settings',
  input: paymentInput,
  present: presentSettings,
  answer: workspaceActionSchema,
  rule: 'payments',
  touches: ({ currency, subaccount }) => paymentsConflictKey(currency, subaccount),
  touchesId({ currency }, now) {
    const id = subaccountIdIn(now);
    return id === null ? null : paymentsIdConflictKey(currency, id);
  },
  recordOf: (now) =>
    now !== null && isNone(now) ? { subaccount: { id: now.noneForSubaccount } } : now,
  subaccountOf: ({ subaccount }) => subaccount,
  subaccountIdOf: subaccountIdIn,
  subject: ({ currency, subaccount }) => `${currencyTitle(currency)} of ${subaccount}`,
  request: ({ currency, subaccount, settings }) =>
    createPaymentSettingsRequest(currency, subaccount, settings),
  async read(pool, wanted) {
    const { record, id } = await findPaymentSettings(pool, wanted);
    if (record === null) return id === null ? null : { noneForSubaccount: id };
    return id !== null && !record.subaccount?.id ? { ...record, [LISTED_ID]: id } : record;
  },
  complete: ({ settings, ...others }, present) => ({
    ...others,
    settings: {
      ...settings,
      addresses: withListedIds(addressEntriesOf(present), settings.addresses),
    },
  }),
  lookalikes: findPaymentLookalikes,
  objection(wanted, present, known) {
    const unsendable = whyNotSendable(wanted, settingsIn(present));
    if (unsendable !== null) return unsendable;
    const shown = pairEntries(addressEntriesOf(present), wanted.settings.addresses);
    // Checked before comparing addresses and their checksums: a pool may list any number.
    if (shown.length > MAX_SHOWN) return tooManyAddresses();
    const all = Object.values(addressesOfAll(wanted.settings, present, known)).flat();
    const named = whyNamedAsAddress(wanted.settings, settingsIn(present), all);
    if (named !== null) return new ChangeRuledOut('named-as-address', named);
    if (!fitsOnCards(wanted, present, known)) return tooManyAddresses();
    const now = settingsIn(present);
    if (now !== null && areSettingsInForce(wanted.settings, now, isItsId))
      return new ChangeRuledOut(
        'already-there',
        nothingNewSentence(wanted.subaccount, now.status ?? null),
      );
    if (allocation(wanted, present) === 'wrong')
      return new ChangeRuledOut('allocation-sum', allocationSentence(wanted.settings.addresses));
    return null;
  },
  toType({ input, present, lookalikes }) {
    const found = findingsOf(input, present, lookalikes).filter(({ fate }) => fate === 'new');
    const known = [...addressesOf(present), ...(lookalikes?.addresses ?? [])];
    const wanted = newAddresses(input.settings, present);
    const length = tellingLength(wanted, known);
    return wanted.map((whole) => ({
      whole,
      end: whole.slice(-length),
      isLookalike: found.some(({ address, resembles }) => address === whole && resembles !== null),
      ...(tellingLength([whole], known) > whole.length ? { isExact: true as const } : {}),
    }));
  },
  isDoubtful: (input, present) =>
    allocation(input, present) !== 'right' ||
    changedCoins(input.currency, addressEntriesOf(present), input.settings.addresses).length > 0 ||
    takesNames(pairEntries(addressEntriesOf(present), input.settings.addresses)),
  badAddresses: ({ currency, settings }, present) =>
    newAddresses(settings, present).filter(
      (address) => checkAddress(currency, address) === 'invalid',
    ),
  otherNetworks: ({ currency, settings }, present) =>
    newAddresses(settings, present).flatMap((address) => {
      const network = otherNetwork(currency, address);
      return network === null ? [] : [{ address, network }];
    }),
  fieldChanges: ({ settings }, present) => paymentFieldChanges(settingsIn(present), settings),
  preview: previewFields,
  undone: ({ settings }, before, now) =>
    undonePaymentLines(settingsIn(before), settingsIn(now), settings),
  send: (pool, { currency, subaccount, settings }, gate) =>
    pool.createPaymentSettings(currency, subaccount, settings, gate),
  isKnown: (before) => subaccountIdIn(before) !== null,
  isSame: (before, now) =>
    !hasLostItsId(before, now) && isSameId(subaccountIdIn(before), subaccountIdIn(now)),
  isDone({ settings }, present) {
    const now = settingsIn(present);
    return now !== null && areSettingsInForce(settings, now, isItsIdNow);
  },
  isLike({ settings }, present) {
    const now = settingsIn(present);
    return now !== null && hasItsAddresses(settings, now);
  },
  hasAllNew({ settings }, before, present) {
    const now = settingsIn(present);
    return now !== null && paysNoOthersMore(settings, settingsIn(before), now);
  },
  contradictions: paymentContradictions,
  report: workspaceActionFields,
});

function tooManyAddresses(): ChangeRuledOut {
  return new ChangeRuledOut('too-much-to-show', tooManyAddressesSentence(MAX_SHOWN));
}

function allocation({ currency, settings }: PaymentInput, present: PaymentPresent) {
  return judgeAllocation(currency, addressEntriesOf(present), settings.addresses);
}

function newAddresses(settings: PaymentInput['settings'], present: PaymentPresent): string[] {
  const before = new Set(addressesOf(present));
  return addressesIn(settings).filter((address) => !before.has(address));
}
