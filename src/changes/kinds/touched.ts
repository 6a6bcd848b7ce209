import type { PoolCurrency } from '../../domain/currencies.js';

/** Names what a change touches: only one open change to the same thing is allowed. */

export function touchedPayments(currency: PoolCurrency, subaccount: string): string {
  return `payment settings ${currency} ${subaccount}`;
}

export function touchedSubaccount(name: string): string {
  return `subaccount ${name}`;
}
