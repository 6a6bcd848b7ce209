import { UserError } from '../../errors.js';
import { cut, oneLine } from '../../cards/kit/text.js';
import { paymentSettingsRequest } from '../../pool/writes.js';
import { defineKind } from './kind.js';
import { addressProblem, isSameAddress } from './payment-addresses.js';
import {
  changedPayments,
  newAddresses,
  paymentDifferences,
  paymentSmallPrint,
  paymentWarnings,
  undonePayments,
} from './payment-preview.js';
import {
  entryOf,
  isSame,
  paymentFacts,
  paymentInput,
  paymentRecord,
  readPayments,
  type ListedPayments,
  type PaymentInput,
  type PaymentSubject,
} from './payment-record.js';

/** What one card shows in full, with room for people, reason and small print. */
export const MOST_ADDRESSES = 10;
const MOST_TEXT = 3_200;
/** A form has five fields, and each new address is typed into one. */
const MOST_NEW = 5;

/** Payout schedule and addresses of a subaccount: POST, section 4.1 of the API description. */
export const payments = defineKind({
  isPayment: true,
  input: paymentInput,
  record: paymentRecord,
  facts: paymentFacts,
  title: (input) => paymentTitle(input),
  touches: (input) => paymentTouches(input),
  read: (pool, input) => readPayments(pool, input),
  refuse(input, listed) {
    const { currency, addresses } = input;
    if (isSame(input, listed.record))
      return new UserError('Nothing to change', 'The pool already lists these settings.');
    const wrong = newAddresses(input, listed.record).flatMap(
      ({ address }) => addressProblem(currency, address) ?? [],
    );
    const isTwice = addresses.some(
      (each) => addresses.find(({ address }) => isSameAddress(address, each.address)) !== each,
    );
    if (isTwice) wrong.push('an address is there twice.');
    if (wrong.length > 0) return new UserError('Check the addresses', wrong.join('\n'));
    return fits(input, listed) ? null : tooMuch();
  },
  request({ currency, subaccount, frequency, day, addresses }, record) {
    return paymentSettingsRequest(currency, subaccount, {
      payment_frequency: frequency,
      day_of_week: day,
      addresses: addresses.map(({ name, address, allocation }) => ({
        address_id: entryOf(record, address)?.id ?? undefined,
        address_name: name,
        external_address: address,
        revenue_allocation: Number(allocation),
      })),
    });
  },
  isDone: (input, record, { status }) => isSame(input, record) && isInForce(status),
  what: changedPayments,
  warnings: paymentWarnings,
  smallPrint: paymentSmallPrint,
  newAddresses: (input, record) => newAddresses(input, record).map(({ address }) => address),
  differences: paymentDifferences,
  undoes: undonePayments,
  /** A status of other values than those asked for says nothing of the change, unless it waits. */
  status: ({ status, isListed }) => (isListed || !isInForce(status) ? status : null),
});

export function tooMuch(): UserError {
  return new UserError(
    'Too much for one card',
    'Make this change in the pool’s console: nobody should confirm what they can’t see.',
  );
}

export function paymentTouches({ currency, subaccount }: PaymentSubject): string {
  return `payments:${currency}:${subaccount}`;
}

export function paymentTitle({ currency, subaccount }: PaymentSubject): string {
  return cut(`${currency} payouts of ${oneLine(subaccount)}`, 60);
}

/** The API description knows PENDING_APPROVAL; the others are those of workspace actions. */
function isInForce(status: string | null): boolean {
  return !/PENDING|AWAITING|REJECTED|CANCELL?ED|FAILED|EXPIRED/i.test(status ?? '');
}

function fits(input: PaymentInput, listed: ListedPayments): boolean {
  const added = newAddresses(input, listed.record).length;
  const shown = (listed.record?.addresses.length ?? 0) + added;
  const lines = [...changedPayments(input, listed, true), ...paymentWarnings(input, listed)];
  const length = lines.filter(Boolean).join('\n').length;
  return shown <= MOST_ADDRESSES && added <= MOST_NEW && length <= MOST_TEXT;
}
