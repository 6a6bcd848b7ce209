import { fieldsOf } from '../../../domain/json/is-record.js';
import { siteOf } from '../../../domain/names/site-of.js';
import type { Contradiction } from '../../../domain/changes/contradiction.js';
import type { WorkspaceAction } from '../../../pool-api/resources.js';
import {
  enumValue,
  otherEnum,
  otherSite,
  otherText,
  toldText,
  wordsOf,
  type RequestedSite,
} from '../answers/compare-answer.js';
import { addressContradictions } from '../answers/address-contradictions.js';
import type { PaymentInput } from './payment-input.js';
import {
  addressEntriesOf,
  settingsIn,
  subaccountIdIn,
  type PaymentPresent,
} from './present-payments.js';
import {
  otherFields,
  otherSubaccounts,
  ownNames,
  type MetadataField,
} from '../answers/other-metadata.js';
import type { RequestedChange } from '../kind.js';
import { isAnotherThing, otherAction } from '../subaccounts/subaccount-contradictions.js';

/** Where the answer to new payment settings differs from the request. */
export function paymentContradictions(
  { input, present }: RequestedChange<PaymentInput, PaymentPresent>,
  { action_name: action, metadata }: WorkspaceAction,
): Contradiction[] {
  const { currency, subaccount, settings } = input;
  const given = fieldsOf(metadata);
  const told = fieldsOf(given['payment_settings']);
  const named = otherSubaccounts(given, subaccount);
  const user = otherText('subaccount', told['progressive_username'], subaccount);
  return [
    ...addressContradictions(
      settings.addresses,
      told['payment_addresses'],
      addressEntriesOf(present),
    ),
    ...(named.length > 0 ? named : user),
    ...otherSite('site', given['site'], siteIn(present)),
    ...(isPartOf(currency, told['currency'])
      ? []
      : otherEnum('currency', told['currency'], currency)),
    ...otherEnum('frequency', told['frequency'], settings.payment_frequency),
    ...(isAbbreviated(settings.day_of_week, told['day']) || hasNoDay(settings, told['day'])
      ? []
      : otherEnum('day', told['day'], settings.day_of_week)),
    ...otherAction(action, isOtherThanPayment),
    ...otherFields(given, [
      ...OF_PAYMENTS,
      ...ownNames(given, [subaccount]),
      ...entitiesOf(given, { id: subaccountIdIn(present), name: subaccount }),
    ]),
  ];
}

const OF_PAYMENTS: readonly MetadataField[] = [
  'payment_settings',
  'subaccount',
  'subaccounts',
  'site',
];

/** Where the subaccount is, if its record said so. */
function siteIn(present: PaymentPresent): RequestedSite | null {
  return siteOf(settingsIn(present)?.subaccount ?? {});
}

/** The entities that may be the subaccount: by its name, or by its id where they have no name. */
function entitiesOf(
  metadata: Readonly<Record<string, unknown>>,
  of: { readonly id: string | null; readonly name: string },
): MetadataField[] {
  return (['old_entity', 'new_entity'] as const).filter((field) => {
    const entity = fieldsOf(metadata[field]);
    const [id, name] = [toldText(entity['id']), toldText(entity['name'])];
    return name === null ? of.id === null || id === of.id : name === of.name.trim();
  });
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

/** UNSPECIFIED is the documented day of every frequency but WEEKLY, whatever day was sent. */
function hasNoDay({ payment_frequency }: PaymentInput['settings'], told: unknown): boolean {
  return payment_frequency !== 'WEEKLY' && enumValue(toldText(told) ?? '') === 'UNSPECIFIED';
}

function isOtherThanPayment(words: readonly string[]): boolean {
  const isOfPayments = words.some((word) => /^(?:PAY|PAYMENT|PAYOUT)S?$/.test(word));
  const isElsewhere = words.some((word) => /^(?:SUBACCOUNT|SITE|WORKSPACE)S?$/.test(word));
  return isAnotherThing(words) || (isElsewhere && !isOfPayments);
}
