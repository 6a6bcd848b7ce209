import type { NewPaymentSettings } from './new-payment-settings.js';
import type { PoolCurrency } from '../pool/currencies.js';
import { changedCoins, judgeAllocation } from './allocation.js';
import type { ListedAddress } from './listed-addresses.js';

export type FormWarning =
  | 'no-addresses'
  | 'allocation-sum'
  | 'coins-changed'
  | 'day-missing'
  | 'day-unused';

export interface WarnedChange {
  readonly currency: PoolCurrency;
  /** Empty if the pool lists none. */
  readonly before: readonly ListedAddress[];
  readonly after: NewPaymentSettings;
}

/** Odd, but not forbidden by the API description. */
export function warningsFor({ currency, before, after }: WarnedChange): FormWarning[] {
  const { payment_frequency: frequency, day_of_week: day, addresses } = after;
  const hasDay = day !== undefined && day !== 'UNSPECIFIED';
  const isGiven = addresses.length > 0;
  const warnings: [boolean, FormWarning][] = [
    [addresses.length === 0, 'no-addresses'],
    [isGiven && judgeAllocation(currency, before, addresses) !== 'right', 'allocation-sum'],
    [isGiven && changedCoins(currency, before, addresses).length > 0, 'coins-changed'],
    [frequency === 'WEEKLY' && !hasDay, 'day-missing'],
    [(frequency === 'DAILY' || frequency === 'MONTHLY') && hasDay, 'day-unused'],
  ];
  return warnings.filter(([applies]) => applies).map(([, warning]) => warning);
}
