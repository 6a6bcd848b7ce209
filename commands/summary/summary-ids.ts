import { encodeCustomId } from '../../src/domain/custom-id.js';
import type { PoolCurrency } from '../../src/domain/pool/currencies.js';
import type { SummaryIds } from '../../src/views/pool/summary/summary.js';

/** Kinds of the buttons below a summary. */
export const REFRESH_KIND = 'summary';
export const MORE_KIND = 'summary-more';

interface ShownSummary {
  readonly currency: PoolCurrency;
  readonly inButtons: readonly string[];
  /** Covers one subaccount, which has no parts. */
  readonly isOne: boolean;
}

export function summaryIds({ currency, inButtons, isOne }: ShownSummary): SummaryIds {
  const more = (what: string) => encodeCustomId(MORE_KIND, what, currency, ...inButtons);
  return {
    refresh: encodeCustomId(REFRESH_KIND, currency, ...inButtons),
    revenue: more('revenue'),
    miners: more('miners'),
    ...(isOne ? {} : { parts: more('parts') }),
  };
}
