import type { Contradiction } from '../../../domain/changes/contradiction.js';
import type { WorkspaceAction } from '../../../pool-api/resources.js';
import {
  enumValue,
  otherEnum,
  otherText,
  toldRecord,
  toldText,
  wordsOf,
} from '../compare-answer.js';
import { addressContradictions } from './address-contradictions.js';
import type { PaymentInput } from './payment-input.js';
import { isAnotherThing, otherAction } from '../subaccounts/subaccount-contradictions.js';

/** Where the answer to new payment settings differs from the request. */
export function paymentContradictions(
  { currency, subaccount, settings }: PaymentInput,
  { action_name: action, metadata }: WorkspaceAction,
): Contradiction[] {
  const { subaccount: ofSubaccount, payment_settings: given } = toldRecord(metadata);
  const told = toldRecord(given);
  const named = otherText('subaccount', toldRecord(ofSubaccount)['account_name'], subaccount);
  const user = otherText('subaccount', told['progressive_username'], subaccount);
  return [
    ...addressContradictions(settings.addresses, told['payment_addresses']),
    ...(named.length > 0 ? named : user),
    ...(isPartOf(currency, told['currency'])
      ? []
      : otherEnum('currency', told['currency'], currency)),
    ...otherEnum('frequency', told['frequency'], settings.payment_frequency),
    ...(isAbbreviated(settings.day_of_week, told['day']) || hasNoDay(settings, told['day'])
      ? []
      : otherEnum('day', told['day'], settings.day_of_week)),
    ...otherAction(action, isOtherThanPayment),
  ];
}

/** Whether it is one coin of a pair, such as LTC of LTC_DOGE. */
function isPartOf(currency: string, told: unknown): boolean {
  return wordsOf(currency).includes(toldText(told)?.toUpperCase() ?? '');
}

/** Whether it abbreviates the day, as `Fri` does FRIDAY. */
function isAbbreviated(day: string | undefined, told: unknown): boolean {
  const text = toldText(told)?.toUpperCase() ?? '';
  return text.length >= 3 && day?.startsWith(text) === true;
}

/** UNSPECIFIED is the described day of every frequency but WEEKLY, whatever day was sent. */
function hasNoDay({ payment_frequency }: PaymentInput['settings'], told: unknown): boolean {
  return payment_frequency !== 'WEEKLY' && enumValue(toldText(told) ?? '') === 'UNSPECIFIED';
}

function isOtherThanPayment(words: readonly string[]): boolean {
  const isOfPayments = words.some((word) => /^(?:PAY|PAYMENT|PAYOUT)S?$/.test(word));
  const isElsewhere = words.some((word) => /^(?:SUBACCOUNT|SITE|WORKSPACE)S?$/.test(word));
  return isAnotherThing(words) || (isElsewhere && !isOfPayments);
}
