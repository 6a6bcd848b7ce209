import { fieldsOf, type RecordFields } from '../../../domain/json/is-record.js';

/** What one place of an answer tells of payment settings. */
export interface ToldSettings {
  /** The name of the subaccount. */
  readonly user: unknown;
  readonly currency: unknown;
  readonly frequency: unknown;
  readonly day: unknown;
  readonly addresses: unknown;
}

/** In an action's metadata, by its names or those of the record, and the record as the answer. */
export function toldSettings(answer: RecordFields, isAction: boolean): ToldSettings[] {
  const inAction = fieldsOf(fieldsOf(answer['metadata'])['payment_settings']);
  const { addresses } = answer;
  // Of an action that has no such field of its own, an empty list is a default.
  const isDefault = isAction && Array.isArray(addresses) && addresses.length === 0;
  const all = [
    {
      user: inAction['progressive_username'],
      currency: inAction['currency'],
      frequency: inAction['frequency'],
      day: inAction['day'],
      addresses: inAction['payment_addresses'],
    },
    recordSettings(inAction),
    recordSettings(isDefault ? { ...answer, addresses: null } : answer),
  ];
  const lists = all.some((each) => isFilled(each.addresses));
  // Beside a list that names some, an empty one is no second answer.
  return all.map((each) =>
    lists && !isFilled(each.addresses) ? { ...each, addresses: null } : each,
  );
}

function recordSettings(fields: RecordFields): ToldSettings {
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
