import { z } from 'zod';
import { addDays, addressOf, bytes, coinsOf, DAY, dayOf } from './formulas.js';
import { HOUR, startOf, timestamp } from './formulas.js';
import type { Workspace } from './types.js';

type Site = Workspace['sites'][number];
export type SubaccountRecord = ReturnType<typeof makeSubaccount>;

/** 2.1 */
export function makeSubaccount(number: number, name: string, site: Site) {
  const url = `/v2/pool/subaccounts/${encodeURIComponent(name)}`;
  return { id: 41_203 + number * 7, name, site, created_at: '2024-03-12T15:04:00Z', url };
}

const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];
const frequencies = ['UNSPECIFIED', 'DAILY', 'WEEKLY', 'MONTHLY'];

/** The body of "create payment settings"; a new address comes without an id. */
export const newSettings = z.object({
  payment_frequency: z.enum(frequencies),
  day_of_week: z.enum(['UNSPECIFIED', ...weekdays]).default('UNSPECIFIED'),
  addresses: z.array(
    z.object({
      address_id: z.int().optional(),
      address_name: z.string(),
      external_address: z.string(),
      revenue_allocation: z.number(),
    }),
  ),
});
export type NewSettings = z.output<typeof newSettings>;

export type SettingsRecord = ReturnType<typeof makeSettings>;

/** 2.3, paid daily; weekly for immersion, and monthly for the air-cooled line of Pecos Flats. */
export function makeSettings(subaccount: SubaccountRecord, currency: string, number: number) {
  const isWeekly = subaccount.name.endsWith('immersion');
  const frequency = subaccount.name === 'pecos-flats-air' ? 'MONTHLY' : 'DAILY';
  const splits = isWeekly && currency === 'BTC' ? [80, 20] : [100];
  const purposes = ['treasury', 'operations'];
  const addresses = (coinsOf[currency] ?? []).flatMap((coin, at) =>
    splits.map((revenue_allocation, split) => ({
      address_id: 70_001 + number * 4 + at + split,
      address_name: `${coin} ${purposes[split]}`,
      external_address: addressOf(coin, subaccount.site.id, split),
      revenue_allocation,
    })),
  );
  return {
    currency_type: currency,
    subaccount,
    balance: 0,
    status: 'ACTIVE',
    wallet_id: 912_040 + number * 13,
    payment_frequency: isWeekly ? 'WEEKLY' : frequency,
    day_of_week: isWeekly ? 'MONDAY' : 'UNSPECIFIED',
    addresses,
    next_payout_at: '',
    frozen_until: '2024-03-14T15:04:00Z',
    pool_discount_rate: 0.0025,
  };
}

/** 09:00 UTC on the next such day; with -1 on the last one. */
export function payout(record: SettingsRecord, now: number, step: 1 | -1): number {
  let day = dayOf(now - 9 * HOUR);
  if (step === 1) day = addDays(day, 1);
  while (!isPayoutDay(record, day)) day = addDays(day, step);
  return startOf(day) + 9 * HOUR;
}

function isPayoutDay({ payment_frequency, day_of_week }: SettingsRecord, day: string): boolean {
  if (payment_frequency === 'MONTHLY') return day.endsWith('-01');
  const weekday = Math.max(0, weekdays.indexOf(day_of_week));
  return payment_frequency !== 'WEEKLY' || new Date(startOf(day)).getUTCDay() === weekday;
}

/** Gives new addresses their ids; other addresses than before freeze payouts for 48 hours. */
export function applySettings(
  record: SettingsRecord,
  settings: Partial<NewSettings>,
  now: number,
): void {
  const before = listOf(record.addresses);
  const given: NewSettings['addresses'] = settings.addresses ?? record.addresses;
  const addresses = given.map((each) => {
    const newId = 100_000 + (bytes(each.external_address).readUInt32BE() % 900_000);
    return { ...each, address_id: each.address_id ?? newId };
  });
  Object.assign(record, { ...settings, addresses, status: 'ACTIVE' });
  if (listOf(addresses) !== before) record.frozen_until = timestamp(now + 2 * DAY);
}

function listOf(addresses: SettingsRecord['addresses']): string {
  const texts = addresses.map((each) => each.external_address);
  return texts.toSorted().join(' ');
}
