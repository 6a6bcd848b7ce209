import type {
  Contract,
  ContractDetails,
  DerivativesPayment,
  Position,
} from '../../../pool-api/resources.js';
import { oneLine } from '../../../domain/names/one-line.js';
import { CURRENCY_NOT_GIVEN } from '../../kit/reported-currency.js';
import type { CsvColumn } from '../csv.js';
import { figure, recordColumns } from './record-columns.js';

/** Prices are per PH/s per day in the contract's denomination (notes). */
export const contractColumns = recordColumns<Contract>([
  'contract_id',
  'status',
  'side',
  'denomination',
  'type',
  'start_date',
  'end_date',
  { path: 'unit_hashprice', unit: 'denomination/PH/s/day', format: figure },
  { path: 'daily_hashrate_ph', unit: 'PH/s', format: figure },
]);

type ContractSeriesRow = ReturnType<typeof contractSeriesRows>[number];

/**
 * The entries of the three series by date; null if one is missing. A date repeated in a series gets
 * a second row, so that no entry is lost.
 */
export function contractSeriesRows(series: ContractDetails['series']) {
  const {
    hashprice: prices,
    daily_expired_gain_loss: days,
    cumulative_gain_loss: sums,
  } = series ?? {};
  const hashprice = byDate(prices?.map(({ date, ...entry }) => ({ date, entry })));
  const daily = byDate(days?.map(({ date, ...entry }) => ({ date, entry })));
  const cumulative = byDate(sums?.map(({ date, ...entry }) => ({ date, entry })));
  const keys = new Set([...hashprice.keys(), ...daily.keys(), ...cumulative.keys()]);
  return [...keys].toSorted().map((key) => ({
    date: key.slice(0, key.lastIndexOf('\n')),
    hashprice: hashprice.get(key) ?? null,
    daily: daily.get(key) ?? null,
    cumulative: cumulative.get(key) ?? null,
  }));
}

/** Keyed by date and its earlier occurrences. */
function byDate<Entry>(
  entries: readonly { readonly date?: string | null | undefined; readonly entry: Entry }[] = [],
): Map<string, Entry> {
  const keyed = new Map<string, Entry>();
  const seen = new Map<string, number>();
  for (const { date, entry } of entries) {
    const day = date ?? '';
    const before = seen.get(day) ?? 0;
    seen.set(day, before + 1);
    keyed.set(`${day}\n${String(before).padStart(6, '0')}`, entry);
  }
  return keyed;
}

/** `currency` is the contract's, in the pool's text; null if it gave none. */
export function contractSeriesColumns(currency: string | null): CsvColumn<ContractSeriesRow>[] {
  const money = currency === null ? CURRENCY_NOT_GIVEN : oneLine(currency, 20);
  const price = currency === null ? `${money}, per PH/s per day` : `${money}/PH/s/day`;
  return recordColumns<ContractSeriesRow>([
    'date',
    { path: 'hashprice.hashprice', name: 'hashprice', unit: price, format: figure },
    {
      path: 'daily.daily_expired_gain_loss',
      name: 'daily_expired_gain_loss',
      unit: money,
      format: figure,
    },
    {
      path: 'cumulative.cumulative_gain_loss',
      name: 'cumulative_gain_loss',
      unit: money,
      format: figure,
    },
  ]);
}

/** `currency` is that of the whole answer: the rows name none. */
export function derivativesPaymentColumns(currency: string): CsvColumn<DerivativesPayment>[] {
  return recordColumns<DerivativesPayment>([
    { path: 'date_time', unit: 'UTC' },
    'type',
    { path: 'amount', unit: oneLine(currency, 20), format: figure },
  ]);
}

/** `currency` is that of the whole answer; columns without a documented unit name none. */
export function positionColumns(currency: string): CsvColumn<Position>[] {
  const money = oneLine(currency, 20);
  const price = `${money}/PH/s/day`;
  return recordColumns<Position>([
    'date',
    { path: 'net_position_ph', unit: 'PH/s', format: figure },
    { path: 'net_position_wavg', unit: price, format: figure },
    { path: 'wavg_long_hashprice', unit: price, format: figure },
    { path: 'total_ph_long', unit: 'PH/s', format: figure },
    { path: 'long_gain_loss', unit: money, format: figure },
    { path: 'short_gain_loss', unit: money, format: figure },
    { path: 'total_ph_short', unit: 'PH/s', format: figure },
    { path: 'wavg_short_hashprice', unit: price, format: figure },
    { path: 'unrealized_gain_loss', unit: money, format: figure },
    { path: 'realized_gain_loss', unit: money, format: figure },
    { path: 'total_gain_loss', unit: money, format: figure },
    { path: 'initial_margin_percentage', format: figure },
    { path: 'maintenance_margin', unit: money, format: figure },
    { path: 'upfront_long_ph', unit: 'PH/s', format: figure },
    { path: 'margin_required', unit: money, format: figure },
    { path: 'delivery_quota_ph', unit: 'PH/s', format: figure },
    { path: 'notional_delivery_quota', format: figure },
    { path: 'net_position_reference_rate', format: figure },
    { path: 'position_breakdown_reference_rate', format: figure },
  ]);
}
