import type { Contradiction } from '../../../domain/changes/contradiction.js';
import { toDecimal } from '../../../domain/numbers/numeric.js';
import { oneSpelling } from '../../../domain/payments/addresses.js';
import type { NewAddress } from '../../../domain/payments/listed-addresses.js';
import type { WorkspaceAction } from '../../../pool-api/resources.js';
import { otherEnum, otherText, toldRecord, toldText, wordsOf } from '../compare-answer.js';
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
    ...(isAbbreviated(settings.day_of_week, told['day'])
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

function isOtherThanPayment(words: readonly string[]): boolean {
  const isOfPayments = words.some((word) => /^(?:PAY|PAYMENT|PAYOUT)S?$/.test(word));
  const isElsewhere = words.some((word) => /^(?:SUBACCOUNT|SITE|WORKSPACE)S?$/.test(word));
  return isAnotherThing(words) || (isElsewhere && !isOfPayments);
}

interface ToldAddress {
  readonly address: string;
  /** Written by `oneSpelling`. */
  readonly spelling: string;
  readonly split: string | null;
  readonly isRemoved: boolean;
}

function addressContradictions(wanted: readonly NewAddress[], value: unknown): Contradiction[] {
  if (!Array.isArray(value)) return [];
  const told = value.map(toldAddress);
  const left = told.filter((each) => each !== null);
  const found = wanted.flatMap((each): Contradiction[] => {
    const { external_address: address, revenue_allocation: share } = each;
    const own = left.filter((one) => one.spelling === oneSpelling(address));
    const [its] = own.toSorted((one, other) => fit(other, share) - fit(one, share));
    if (its === undefined) return told.includes(null) ? [] : [{ what: 'missing address', address }];
    left.splice(left.indexOf(its), 1);
    if (its.isRemoved) return [{ what: 'removed address', address }];
    if (its.split === null || isShare(its.split, share)) return [];
    return [{ what: 'split', address, told: its.split, requested: String(share) }];
  });
  // An address reported as removed needn't have been requested.
  const extra = left.flatMap(({ address, split, isRemoved }): Contradiction[] =>
    isRemoved
      ? []
      : [{ what: 'extra address', address, ...(split === null ? {} : { told: split }) }],
  );
  return [...extra, ...found];
}

/** Null if it names no address. */
function toldAddress(value: unknown): ToldAddress | null {
  const { address: given, split, action } = toldRecord(value);
  const address = toldText(given);
  if (address === null) return null;
  const isRemoved = isRemoval(wordsOf(toldText(action) ?? ''));
  return { address, spelling: oneSpelling(address), split: toldText(split), isRemoved };
}

/** Includes `PAYMENT_ADDRESS_ACTION_REMOVED`, but no words that also say something else. */
function isRemoval(words: readonly string[]): boolean {
  const isSaid = words.some((word) => /^(?:REMOVE|DELETE|DISABLE)D?$/.test(word));
  const others = /^(?:NOT|NO|NEVER|UN|KEEP|KEPT|ADD(?:ED)?|CREATED?|UPDATED?|SET|ENABLED?)$/;
  return isSaid && !words.some((word) => others.test(word));
}

/** If an address is listed twice, the entry that agrees with the request comes first. */
function fit({ split, isRemoved }: ToldAddress, share: number): number {
  if (isRemoved) return 0;
  return split !== null && isShare(split, share) ? 2 : 1;
}

/** `50.0`, `50 %` and 33.33 as a 32-bit float all count as the requested share. */
function isShare(split: string, share: number): boolean {
  const decimal = toDecimal(split.replace(/\s*%$/, ''));
  return decimal !== null && [share, Math.fround(share)].includes(decimal.toNumber());
}
