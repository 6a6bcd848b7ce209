import type { RevenueReport, RevenueRow } from '../pool-api/resources.js';

/** What a row of a revenue report is called: the same on the card and in its chart. */

/** The currency of a row, else of its report, else the one asked for. */
export function unitOf(
  { currency_type: own }: Pick<RevenueRow, 'currency_type'>,
  { currency_type: whole }: Pick<RevenueReport, 'currency_type'>,
  asked: string,
): string {
  return own || whole || asked;
}

export function typeOf({ revenue_type: type }: Pick<RevenueRow, 'revenue_type'>): string {
  return type || 'type not given';
}
