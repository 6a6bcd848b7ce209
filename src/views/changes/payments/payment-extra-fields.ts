import type { APIEmbedField } from 'discord-api-types/v10';
import type { PaymentSettings } from '../../../pool-api/resources.js';
import { besidesFields, type Labelled } from '../answer/answer-fields.js';

const SHOWN_OF_RECORD = [
  'addresses',
  'balance',
  'currency_type',
  'day_of_week',
  'next_payout_at',
  'payment_frequency',
  'status',
  'subaccount',
];
const SHOWN_OF_ADDRESS = ['address_id', 'address_name', 'external_address', 'revenue_allocation'];

/** Fields of the record, its subaccount and addresses that the request can't name and may lose. */
export function paymentBesidesFields(record: PaymentSettings | null): APIEmbedField[] {
  const ofAddresses = (record?.addresses ?? []).map((each, index): Labelled => [
    `entry ${index + 1} …${(each.external_address ?? '').slice(-6)}`,
    without(each, SHOWN_OF_ADDRESS),
  ]);
  return besidesFields([
    // First, so that a long record never pushes them off the card.
    ...ofAddresses,
    [undefined, without(record ?? {}, SHOWN_OF_RECORD)],
    ['subaccount', without(record?.subaccount ?? {}, ['name'])],
  ]);
}

function without(record: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
