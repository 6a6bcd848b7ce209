import type { NewPaymentSettings } from './new-payment-settings.js';
import { sum } from '../numbers/numeric.js';

export type FormWarning = 'no-addresses' | 'allocation-sum' | 'day-missing' | 'day-unused';

/** Odd, but not forbidden by the API description. */
export function warningsFor(settings: NewPaymentSettings): FormWarning[] {
  const { payment_frequency: frequency, day_of_week: day, addresses } = settings;
  const hasDay = day !== undefined && day !== 'UNSPECIFIED';
  const total = sum(addresses.map((each) => each.revenue_allocation));
  const warnings: [boolean, FormWarning][] = [
    [addresses.length === 0, 'no-addresses'],
    [addresses.length > 0 && !total.equals(100), 'allocation-sum'],
    [frequency === 'WEEKLY' && !hasDay, 'day-missing'],
    [frequency === 'DAILY' && hasDay, 'day-unused'],
  ];
  return warnings.filter(([applies]) => applies).map(([, warning]) => warning);
}
