import type {
  Contract,
  ContractDetails,
  DerivativesPayment,
  Position,
} from '../../../pool-api/resources.js';
import { figure, type CsvColumn } from '../csv.js';
import { otherFields } from './other-fields.js';
import { oneLine } from '../../../domain/names/one-line.js';
import { CURRENCY_NOT_GIVEN } from '../../kit/answered-currency.js';

/** Prices are per PH/s per day in the contract's denomination (notes). */
export const contractColumns: readonly CsvColumn<Contract>[] = [
  { heading: 'contract_id', value: (row) => row.contract_id },
  { heading: 'status', value: (row) => row.status },
  { heading: 'side', value: (row) => row.side },
  { heading: 'denomination', value: (row) => row.denomination },
  { heading: 'type', value: (row) => row.type },
  { heading: 'start_date', value: (row) => row.start_date },
  { heading: 'end_date', value: (row) => row.end_date },
  {
    heading: 'unit_hashprice (denomination/PH/s/day)',
    value: (row) => figure(row.unit_hashprice),
  },
  { heading: 'daily_hashrate_ph (PH/s)', value: (row) => figure(row.daily_hashrate_ph) },
  otherFields([
    'contract_id',
    'status',
    'side',
    'denomination',
    'type',
    'start_date',
    'end_date',
    'unit_hashprice',
    'daily_hashrate_ph',
  ]),
];

type Series = NonNullable<ContractDetails['series']>;

/** The entries of the three series for one date; each may be missing. */
export interface ContractSeriesRow {
  readonly date: string | null;
  readonly hashprice: NonNullable<Series['hashprice']>[number] | null;
  readonly daily: NonNullable<Series['daily_expired_gain_loss']>[number] | null;
  readonly cumulative: NonNullable<Series['cumulative_gain_loss']>[number] | null;
}

/** By date; a date that comes twice in a series gets a second row, so that no entry is lost. */
export function contractSeriesRows(series: Series | null | undefined): ContractSeriesRow[] {
  const hashprice = byDate(series?.hashprice);
  const daily = byDate(series?.daily_expired_gain_loss);
  const cumulative = byDate(series?.cumulative_gain_loss);
  const keys = new Set([...hashprice.keys(), ...daily.keys(), ...cumulative.keys()]);
  return [...keys].toSorted().map((key) => {
    const one = hashprice.get(key) ?? null;
    const two = daily.get(key) ?? null;
    const three = cumulative.get(key) ?? null;
    const date = one?.date ?? two?.date ?? three?.date ?? null;
    return { date, hashprice: one, daily: two, cumulative: three };
  });
}

/** Keyed by date and how often it came before. */
function byDate<Entry extends { readonly date?: string | null | undefined }>(
  entries: readonly Entry[] | null | undefined,
): Map<string, Entry> {
  const keyed = new Map<string, Entry>();
  const seen = new Map<string, number>();
  for (const entry of entries ?? []) {
    const date = entry.date ?? '';
    const before = seen.get(date) ?? 0;
    seen.set(date, before + 1);
    keyed.set(`${date}\n${String(before).padStart(6, '0')}`, entry);
  }
  return keyed;
}

/** `currency` is the contract's, as text of the pool; null where it gave none. */
export function contractSeriesColumns(
  currency: string | null,
): readonly CsvColumn<ContractSeriesRow>[] {
  const money = currency === null ? CURRENCY_NOT_GIVEN : oneLine(currency, 20);
  const price = currency === null ? `${money}, per PH/s per day` : `${money}/PH/s/day`;
  return [
    { heading: 'date', value: (row) => row.date },
    {
      heading: `hashprice (${price})`,
      value: (row) => figure(row.hashprice?.hashprice),
    },
    {
      heading: `daily_expired_gain_loss (${money})`,
      value: (row) => figure(row.daily?.daily_expired_gain_loss),
    },
    {
      heading: `cumulative_gain_loss (${money})`,
      value: (row) => figure(row.cumulative?.cumulative_gain_loss),
    },
    otherFields([
      'date',
      'hashprice.date',
      'hashprice.hashprice',
      'daily.date',
      'daily.daily_expired_gain_loss',
      'cumulative.date',
      'cumulative.cumulative_gain_loss',
    ]),
  ];
}

/** `currency` is that of the whole answer: the rows name none. */
export function derivativesPaymentColumns(
  currency: string,
): readonly CsvColumn<DerivativesPayment>[] {
  return [
    { heading: 'date_time (UTC)', value: (row) => row.date_time },
    { heading: 'type', value: (row) => row.type },
    { heading: `amount (${oneLine(currency, 20)})`, value: (row) => figure(row.amount) },
    otherFields(['date_time', 'type', 'amount']),
  ];
}

/** Every figure of a position with its unit; null where the description leaves the unit open. */
const POSITION_FIGURES = [
  ['net_position_ph', 'PH/s'],
  ['net_position_wavg', 'price'],
  ['wavg_long_hashprice', 'price'],
  ['total_ph_long', 'PH/s'],
  ['long_gain_loss', 'money'],
  ['short_gain_loss', 'money'],
  ['total_ph_short', 'PH/s'],
  ['wavg_short_hashprice', 'price'],
  ['unrealized_gain_loss', 'money'],
  ['realized_gain_loss', 'money'],
  ['total_gain_loss', 'money'],
  ['initial_margin_percentage', null],
  ['maintenance_margin', 'money'],
  ['upfront_long_ph', 'PH/s'],
  ['margin_required', 'money'],
  ['delivery_quota_ph', 'PH/s'],
  ['notional_delivery_quota', null],
  ['net_position_reference_rate', null],
  ['position_breakdown_reference_rate', null],
] as const;

/** `currency` is that of the whole answer: the rows name none. */
export function positionColumns(currency: string): readonly CsvColumn<Position>[] {
  const money = oneLine(currency, 20);
  const units = { 'PH/s': 'PH/s', money, price: `${money}/PH/s/day` };
  return [
    { heading: 'date', value: (row) => row.date },
    ...POSITION_FIGURES.map(([field, unit]): CsvColumn<Position> => ({
      heading: unit === null ? field : `${field} (${units[unit]})`,
      value: (row) => figure(row[field]),
    })),
    otherFields(['date', ...POSITION_FIGURES.map(([field]) => field)]),
  ];
}
