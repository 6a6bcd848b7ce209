import type { DevFeeRow } from '../../../pool-api/lists/dev-fee.js';
import type { PaymentSettings, RevenueRow, Subaccount } from '../../../pool-api/resources.js';
import { figure, recordColumns } from './record-columns.js';

/** Whole coins of the row's currency: a report may hold several. */
export const revenueColumns = recordColumns<RevenueRow>([
  { path: 'date_time', unit: 'UTC' },
  'currency_type',
  'revenue_type',
  { path: 'revenue', unit: 'coins of currency_type', format: figure },
]);

/** The pool names no currency for the fee, so the heading names none. */
export const devFeeColumns = recordColumns<DevFeeRow>([
  { path: 'datetime', unit: 'UTC' },
  'subaccount',
  { path: 'devfee_hashrate', unit: 'H/s', format: figure },
  { path: 'devfee_revenue', unit: 'currency not given', format: figure },
]);

export const subaccountColumns = recordColumns<Subaccount>([
  'id',
  'name',
  'site.id',
  'site.name',
  'site_id',
  { path: 'created_at', unit: 'UTC' },
  'url',
]);

type PaymentSettingsRow = ReturnType<typeof paymentSettingsRows>[number];

/** A row per address of each record; a record without addresses has one row. */
export function paymentSettingsRows(records: readonly PaymentSettings[]) {
  return records.flatMap(({ addresses, ...settings }) => {
    const [first = null, ...others] = addresses ?? [];
    return [first, ...others].map((address) => ({ settings, address }));
  });
}

/** The same, batch by batch. */
export async function* paymentSettingsBatches(
  batches: AsyncIterable<readonly PaymentSettings[]>,
): AsyncGenerator<readonly PaymentSettingsRow[]> {
  for await (const records of batches) yield paymentSettingsRows(records);
}

export const paymentSettingsColumns = recordColumns<PaymentSettingsRow>([
  { path: 'settings.currency_type', name: 'currency_type' },
  { path: 'settings.subaccount.id', name: 'subaccount.id' },
  { path: 'settings.subaccount.name', name: 'subaccount.name' },
  { path: 'settings.subaccount.site.id', name: 'subaccount.site.id' },
  { path: 'settings.subaccount.site.name', name: 'subaccount.site.name' },
  { path: 'settings.subaccount.site_id', name: 'subaccount.site_id' },
  { path: 'settings.subaccount.created_at', name: 'subaccount.created_at', unit: 'UTC' },
  { path: 'settings.subaccount.url', name: 'subaccount.url' },
  {
    path: 'settings.balance',
    name: 'balance',
    unit: 'coins of currency_type',
    format: figure,
  },
  { path: 'settings.status', name: 'status' },
  { path: 'settings.wallet_id', name: 'wallet_id' },
  { path: 'settings.payment_frequency', name: 'payment_frequency' },
  { path: 'settings.day_of_week', name: 'day_of_week' },
  { path: 'settings.next_payout_at', name: 'next_payout_at', unit: 'UTC' },
  { path: 'settings.frozen_until', name: 'frozen_until', unit: 'UTC' },
  { path: 'settings.pool_discount_rate', name: 'pool_discount_rate', format: figure },
  { path: 'address.address_id', name: 'address_id' },
  { path: 'address.address_name', name: 'address_name' },
  { path: 'address.external_address', name: 'external_address' },
  { path: 'address.revenue_allocation', name: 'revenue_allocation', format: figure },
]);
