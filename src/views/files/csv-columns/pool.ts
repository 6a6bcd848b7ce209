import type { DevFeeRow } from '../../../pool-api/lists/dev-fee.js';
import type {
  PaymentAddress,
  PaymentSettings,
  RevenueRow,
  Subaccount,
} from '../../../pool-api/resources.js';
import { figure, type CsvColumn } from '../csv.js';
import { otherFields } from './other-fields.js';

/** Whole coins of the currency that stands in the row: a report may hold several. */
export const revenueColumns: readonly CsvColumn<RevenueRow>[] = [
  { heading: 'date_time (UTC)', value: (row) => row.date_time },
  { heading: 'currency_type', value: (row) => row.currency_type },
  { heading: 'revenue_type', value: (row) => row.revenue_type },
  { heading: 'revenue (coins of currency_type)', value: (row) => figure(row.revenue) },
  otherFields(['date_time', 'currency_type', 'revenue_type', 'revenue']),
];

/** The pool names no currency beside the fee, so the heading claims none. */
export const devFeeColumns: readonly CsvColumn<DevFeeRow>[] = [
  { heading: 'datetime (UTC)', value: (row) => row.datetime },
  { heading: 'subaccount', value: (row) => row.subaccount },
  { heading: 'devfee_hashrate (H/s)', value: (row) => figure(row.devfee_hashrate) },
  { heading: 'devfee_revenue (currency not given)', value: (row) => figure(row.devfee_revenue) },
  otherFields(['datetime', 'subaccount', 'devfee_hashrate', 'devfee_revenue']),
];

export const subaccountColumns: readonly CsvColumn<Subaccount>[] = [
  { heading: 'id', value: (row) => row.id },
  { heading: 'name', value: (row) => row.name },
  { heading: 'site.id', value: (row) => row.site?.id },
  { heading: 'site.name', value: (row) => row.site?.name },
  { heading: 'site_id', value: (row) => row.site_id },
  { heading: 'created_at (UTC)', value: (row) => row.created_at },
  { heading: 'url', value: (row) => row.url },
  otherFields(['id', 'name', 'site.id', 'site.name', 'site_id', 'created_at', 'url']),
];

/** One address of one record; a record without addresses has one row with `address: null`. */
export interface PaymentSettingsRow {
  readonly settings: PaymentSettings;
  readonly address: PaymentAddress | null;
}

export function paymentSettingsRows(records: readonly PaymentSettings[]): PaymentSettingsRow[] {
  return records.flatMap((settings): PaymentSettingsRow[] => {
    const addresses = settings.addresses ?? [];
    return addresses.length === 0
      ? [{ settings, address: null }]
      : addresses.map((address) => ({ settings, address }));
  });
}

/** The same, batch by batch. */
export async function* paymentSettingsBatches(
  batches: AsyncIterable<readonly PaymentSettings[]>,
): AsyncGenerator<readonly PaymentSettingsRow[]> {
  for await (const records of batches) yield paymentSettingsRows(records);
}

export const paymentSettingsColumns: readonly CsvColumn<PaymentSettingsRow>[] = [
  { heading: 'currency_type', value: (row) => row.settings.currency_type },
  { heading: 'subaccount.id', value: (row) => row.settings.subaccount?.id },
  { heading: 'subaccount.name', value: (row) => row.settings.subaccount?.name },
  { heading: 'subaccount.site.id', value: (row) => row.settings.subaccount?.site?.id },
  { heading: 'subaccount.site.name', value: (row) => row.settings.subaccount?.site?.name },
  { heading: 'subaccount.site_id', value: (row) => row.settings.subaccount?.site_id },
  { heading: 'subaccount.created_at (UTC)', value: (row) => row.settings.subaccount?.created_at },
  { heading: 'subaccount.url', value: (row) => row.settings.subaccount?.url },
  { heading: 'balance (coins of currency_type)', value: (row) => figure(row.settings.balance) },
  { heading: 'status', value: (row) => row.settings.status },
  { heading: 'wallet_id', value: (row) => row.settings.wallet_id },
  { heading: 'payment_frequency', value: (row) => row.settings.payment_frequency },
  { heading: 'day_of_week', value: (row) => row.settings.day_of_week },
  { heading: 'next_payout_at (UTC)', value: (row) => row.settings.next_payout_at },
  { heading: 'frozen_until (UTC)', value: (row) => row.settings.frozen_until },
  { heading: 'pool_discount_rate', value: (row) => figure(row.settings.pool_discount_rate) },
  { heading: 'address_id', value: (row) => row.address?.address_id },
  { heading: 'address_name', value: (row) => row.address?.address_name },
  { heading: 'external_address', value: (row) => row.address?.external_address },
  { heading: 'revenue_allocation', value: (row) => figure(row.address?.revenue_allocation) },
  otherFields([
    ...[
      'currency_type',
      'balance',
      'status',
      'wallet_id',
      'payment_frequency',
      'day_of_week',
      'next_payout_at',
      'frozen_until',
      'pool_discount_rate',
      // Each address has a row of its own.
      'addresses',
      'subaccount.id',
      'subaccount.name',
      'subaccount.site.id',
      'subaccount.site.name',
      'subaccount.site_id',
      'subaccount.created_at',
      'subaccount.url',
    ].map((field) => `settings.${field}`),
    'address.address_id',
    'address.address_name',
    'address.external_address',
    'address.revenue_allocation',
  ]),
];
