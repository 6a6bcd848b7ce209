import type { ContractDetails } from '../../pool-api/resources.js';

/**
 * The currency of a contract's prices, gains and losses: its denomination, else its currency.
 * Null where the pool names neither; `currency_type` says what is mined, not what is paid.
 */
export function moneyOf(contract: ContractDetails): string | null {
  return contract.denomination || contract.currency || null;
}

/** Beside figures that stand without a currency. */
export const CURRENCY_NOT_GIVEN = 'currency not given';
