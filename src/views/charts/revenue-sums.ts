import { isNumber, sum } from '../../domain/numbers/numeric.js';
import type { RevenueReport } from '../../pool-api/resources.js';
import { typeOf, unitOf } from '../kit/reported-currency.js';
import { groupBy } from '../kit/groups.js';
import { utcDayOf } from './by-day.js';

/** The rows of one day, type and coin, because coins don't add up. */
export interface RevenueSum {
  /** UTC; null if the pool's date can't be read. */
  readonly day: string | null;
  /** As the pool sent it. */
  readonly date: string;
  readonly type: string;
  readonly currency: string;
  /** How many rows have a number; `total` is their exact sum, null for none. */
  readonly numbers: number;
  readonly withoutNumber: number;
  readonly total: string | null;
}

/**
 * By day as the pool first names them. A page can have a hundred thousand rows, and all that a reply
 * and its chart say is computed from these few sums.
 */
export function revenueSums(
  report: Pick<RevenueReport, 'currency_type' | 'revenue'>,
  requested: string,
): RevenueSum[] {
  return [...groupBy(report.revenue ?? [], (row) => row.date_time ?? '')].flatMap(
    ([date, ofDate]) => {
      const day = utcDayOf(date);
      return [...groupBy(ofDate, typeOf)].flatMap(([type, ofType]) =>
        [...groupBy(ofType, (row) => unitOf(row, report, requested))].map(([currency, rows]) => {
          const values = rows.map(({ revenue }) => revenue).filter(isNumber);
          const withoutNumber = rows.length - values.length;
          const total = values.length === 0 ? null : sum(values).toFixed();
          return { day, date, type, currency, numbers: values.length, withoutNumber, total };
        }),
      );
    },
  );
}
