import type { ContractDetails, RevenueReport, RevenueRow } from '../../pool-api/resources.js';
import { escapeMarkdown } from './text.js';

/** The currency the pool named, else the requested one. */
export function answeredCurrency(
  { currency_type }: { readonly currency_type?: string | null | undefined },
  requested: string,
): string {
  return currency_type || requested;
}

/** For titles: LTC_DOGE is mined as one and paid as two. */
export function currencyTitle(currency: string): string {
  return currency === 'LTC_DOGE' ? 'LTC + DOGE' : escapeMarkdown(currency, 20);
}

/**
 * The currency of a contract's prices, gains and losses: its denomination, else its currency. Null
 * if the pool names neither; `currency_type` says what is mined, not what is paid.
 */
export function moneyOf(contract: ContractDetails): string | null {
  return contract.denomination || contract.currency || null;
}

/** Shown beside figures without a currency. */
export const CURRENCY_NOT_GIVEN = 'currency not given';

/** The currency of a row, else of its report, else the requested one. */
export function unitOf(
  row: Pick<RevenueRow, 'currency_type'>,
  report: Pick<RevenueReport, 'currency_type'>,
  requested: string,
): string {
  return answeredCurrency(row, answeredCurrency(report, requested));
}

export function typeOf({ revenue_type: type }: Pick<RevenueRow, 'revenue_type'>): string {
  return type || 'type not given';
}
