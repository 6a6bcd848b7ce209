import { fieldsOf } from '../../../domain/json/is-record.js';
import { siteOf } from '../../../domain/names/site-of.js';
import type { Contradiction } from '../../../domain/changes/contradiction.js';
import { enumValue, wordsOf } from '../../../domain/pool/enum-values.js';
import { addressContradictions } from '../../answer-checks/address-contradictions.js';
import { answerContradictions } from '../../answer-checks/answer-contradictions.js';
import { otherEnum, givenText, type RequestedSite } from '../../answer-checks/compare-answer.js';
import { isOtherThanPayment } from '../../answer-checks/action-contradictions.js';
import {
  otherIdThan,
  ownNames,
  type MetadataField,
} from '../../answer-checks/metadata-contradictions.js';
import { parseAnswer } from '../../answer-checks/parse-answer.js';
import type { AnsweredSettings } from '../../answer-checks/answered-settings.js';
import type { RequestedChange } from '../kind.js';
import type { PaymentInput } from './payment-input.js';
import {
  addressEntriesOf,
  settingsIn,
  subaccountIdIn,
  type PaymentPresent,
} from './present-payments.js';

/** Where the answer to new payment settings differs from the request. */
export function paymentContradictions(
  { input, present }: RequestedChange<PaymentInput, PaymentPresent>,
  answer: unknown,
): Contradiction[] {
  const { subaccount, settings } = input;
  const told = parseAnswer(answer, subaccount);
  const id = subaccountIdIn(present);
  return answerContradictions(told, {
    subaccount,
    site: siteIn(present),
    otherId: otherIdThan(id),
    settings: {
      otherAddresses: (list) =>
        addressContradictions(settings.addresses, list, addressEntriesOf(present)),
      otherSettings: (each) => settingsContradictions(input, each),
    },
    isOtherAction: isOtherThanPayment,
    metadata: [
      ...OF_PAYMENTS,
      ...ownNames(told.metadata, [subaccount]),
      ...entitiesOf(told.metadata, { id, name: subaccount }),
    ],
  });
}

const OF_PAYMENTS: readonly MetadataField[] = [
  'payment_settings',
  'subaccount',
  'subaccounts',
  'site',
];

function settingsContradictions(
  { currency, settings }: PaymentInput,
  told: AnsweredSettings,
): Contradiction[] {
  const { payment_frequency: frequency, day_of_week: day } = settings;
  const isDay = isAbbreviated(day, told.day) || hasNoDay(settings, told.day);
  return [
    ...(isPartOf(currency, told.currency) ? [] : otherEnum('currency', told.currency, currency)),
    ...otherEnum('frequency', told.frequency, frequency),
    ...(isDay ? [] : otherEnum('day', told.day, day)),
  ];
}

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
    const [id, name] = [givenText(entity['id']), givenText(entity['name'])];
    return name === null ? of.id === null || id === of.id : name === of.name.trim();
  });
}

/** Whether it is one coin of a pair, such as LTC of LTC_DOGE. */
function isPartOf(currency: string, told: unknown): boolean {
  return wordsOf(currency).includes(givenText(told)?.toUpperCase() ?? '');
}

/** Whether it abbreviates the day, as `Fri` does FRIDAY. */
function isAbbreviated(day: string | undefined, told: unknown): boolean {
  const text = givenText(told)?.toUpperCase() ?? '';
  return text.length >= 3 && day?.startsWith(text) === true;
}

/** UNSPECIFIED is the documented day of every frequency but WEEKLY, whatever day was sent. */
function hasNoDay({ payment_frequency }: PaymentInput['settings'], told: unknown): boolean {
  return payment_frequency !== 'WEEKLY' && enumValue(givenText(told) ?? '') === 'UNSPECIFIED';
}
