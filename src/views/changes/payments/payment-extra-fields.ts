import type { APIEmbedField } from 'discord-api-types/v10';
import type { PaymentSettings } from '../../../pool-api/resources.js';
import { besidesFields, type LabelledValue } from '../answer/answer-fields.js';

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
/** Other described fields: "Details" shows them. */
const DETAILS_OF_RECORD = ['wallet_id', 'frozen_until', 'pool_discount_rate'];
const DETAILS_OF_SUBACCOUNT = ['id', 'site', 'site_id', 'created_at', 'url'];
const DETAILS_OF_SITE = ['id', 'name'];

/**
 * Fields of the record, its subaccount and addresses that the request can't name and may lose:
 * undescribed ones, or all of them if everything is shown.
 */
export function paymentBesidesFields(
  record: PaymentSettings | null,
  isWhole: boolean,
): APIEmbedField[] {
  const { addresses, others } = paymentBesides(record, isWhole);
  return besidesFields(others, { first: addresses, mostOfField: BESIDE_ADDRESSES });
}

export function paymentBesides(record: PaymentSettings | null, isWhole: boolean) {
  const details = (names: readonly string[]) => (isWhole ? [] : names);
  const addresses = (record?.addresses ?? []).map((each, index): LabelledValue => [
    `entry ${index + 1} …${(each.external_address ?? '').slice(-6)}`,
    without(each, SHOWN_OF_ADDRESS),
  ]);
  const subaccount = record?.subaccount ?? {};
  const site = isWhole ? null : subaccount.site;
  const others: LabelledValue[] = [
    [undefined, without(record ?? {}, [...SHOWN_OF_RECORD, ...details(DETAILS_OF_RECORD)])],
    ['subaccount', without(subaccount, ['name', ...details(DETAILS_OF_SUBACCOUNT)])],
    ['subaccount.site', without(site ?? {}, DETAILS_OF_SITE)],
  ];
  return { addresses, others };
}

/** The card's room is for the addresses that are paid to. */
export const BESIDE_ADDRESSES = 400;

function without(record: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
