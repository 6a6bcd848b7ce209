import type { PoolCurrency } from '../../domain/pool/currencies.js';

/** Names what a change touches: only one open change to the same thing is allowed. */

export function paymentsConflictKey(currency: PoolCurrency, subaccount: string): string {
  return `payment settings ${currency} ${subaccount}`;
}

/** By the subaccount's id, which survives a rename at the pool. */
export function paymentsIdConflictKey(currency: PoolCurrency, id: string): string {
  return `payment settings ${currency} of id ${id}`;
}

export function subaccountConflictKey(name: string): string {
  return `subaccount ${name}`;
}

/** By the subaccount's id. */
export function subaccountIdConflictKey(id: string): string {
  return `subaccount of id ${id}`;
}
