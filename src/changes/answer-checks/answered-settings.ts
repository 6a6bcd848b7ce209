import type { RecordFields } from '../../domain/json/is-record.js';

/** What one place of an answer tells of payment settings. */
export interface AnsweredSettings {
  /** The name of the subaccount. */
  readonly user: unknown;
  readonly currency: unknown;
  readonly frequency: unknown;
  readonly day: unknown;
  readonly addresses: unknown;
}

interface RecordsOfSettings {
  readonly isAction: boolean;
  /** Those within the answer, in an action's metadata or beside it. */
  readonly records: readonly RecordFields[];
}

/** Of each record within the answer, by its names or those of an action, and of the answer. */
export function answeredSettings(
  answer: RecordFields,
  { isAction, records }: RecordsOfSettings,
): AnsweredSettings[] {
  const { addresses } = answer;
  // Of an action that has no such field of its own, an empty list is a default.
  const isDefault = isAction && Array.isArray(addresses) && addresses.length === 0;
  const all = [
    ...records.map(actionSettings),
    ...records.map(recordSettings),
    recordSettings(isDefault ? { ...answer, addresses: null } : answer),
  ];
  const lists = all.some((each) => isFilled(each.addresses));
  // Beside a list that names some, an empty one is no second answer.
  return all.map((each) =>
    lists && !isFilled(each.addresses) ? { ...each, addresses: null } : each,
  );
}

function actionSettings(fields: RecordFields): AnsweredSettings {
  return {
    user: fields['progressive_username'],
    currency: fields['currency'],
    frequency: fields['frequency'],
    day: fields['day'],
    addresses: fields['payment_addresses'],
  };
}

function recordSettings(fields: RecordFields): AnsweredSettings {
  return {
    user: null,
    currency: fields['currency_type'],
    frequency: fields['payment_frequency'],
    day: fields['day_of_week'],
    addresses: fields['addresses'],
  };
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}
