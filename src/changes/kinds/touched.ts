import type { PoolCurrency } from '../../domain/currencies.js';

/** What a change touches: of two open changes to the same thing one is refused. */

export function touchedPayments(currency: PoolCurrency, subaccount: string): string {
  return `payment settings ${currency} ${subaccount}`;
}

export function touchedSubaccount(name: string): string {
  return `subaccount ${name}`;
}
