import type { RevenueReport, RevenueRow } from '../../pool-api/resources.js';
import { answeredCurrency } from '../kit/answered-currency.js';

/** What a row of a revenue report is called: the same on the card and in its chart. */

/** The currency of a row, else of its report, else the one asked for. */
export function unitOf(
  row: Pick<RevenueRow, 'currency_type'>,
  report: Pick<RevenueReport, 'currency_type'>,
  asked: string,
): string {
  return answeredCurrency(row, answeredCurrency(report, asked));
}

export function typeOf({ revenue_type: type }: Pick<RevenueRow, 'revenue_type'>): string {
  return type || 'type not given';
}
