import type { Decimal } from 'decimal.js';
import { isNumber, sum, type Numeric } from '../../domain/numbers/numeric.js';
import type { RevenueReport } from '../../pool-api/resources.js';
import { typeOf, unitOf } from '../kit/reported-currency.js';
import { utcDayOf } from './by-day.js';

/** The rows of one day, type and coin, because coins don't add up. */
export interface RevenueSum {
  /** UTC; null if the pool's date can't be read. */
  readonly day: string | null;
  /** As the pool sent it. */
  readonly date: string;
  readonly type: string;
  readonly currency: string;
  /** How many rows have a number; `total` is their exact sum, zero for none. */
  readonly numbers: number;
  readonly withoutNumber: number;
  readonly total: Decimal;
}

/**
 * In the order in which the pool first names them. A page can have a hundred thousand rows, and all
 * that a reply and its chart say is computed from these few sums.
 */
export function revenueSums(
  report: Pick<RevenueReport, 'currency_type' | 'revenue'>,
  requested: string,
): RevenueSum[] {
  interface Rows extends Omit<RevenueSum, 'numbers' | 'total'> {
    readonly values: Numeric[];
    withoutNumber: number;
  }
  // One map in another, because joining the three names costs more than finding them.
  const byDate = new Map<string, Map<string, Map<string, Rows>>>();
  const all: Rows[] = [];
  for (const row of report.revenue ?? []) {
    const [date, type, currency] = [
      row.date_time ?? '',
      typeOf(row),
      unitOf(row, report, requested),
    ];
    const byType = entryOf(byDate, date, () => new Map<string, Map<string, Rows>>());
    const byCurrency = entryOf(byType, type, () => new Map<string, Rows>());
    const rows = entryOf(byCurrency, currency, () => {
      const made = { day: utcDayOf(date), date, type, currency, values: [], withoutNumber: 0 };
      all.push(made);
      return made;
    });
    if (isNumber(row.revenue)) rows.values.push(row.revenue);
    else rows.withoutNumber += 1;
  }
  return all.map(({ values, ...rows }) => ({
    ...rows,
    numbers: values.length,
    total: sum(values),
  }));
}

/** As `sum` takes it, every digit. */
export function totalOf({ total }: RevenueSum): string {
  return total.toFixed();
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
