import type { PaymentSettings } from '../resources.js';

/**
 * Without balance and next payout, which change by themselves. A difference in anything else,
 * including the subaccount and unknown fields, is another state.
 */
export function withoutWhatMoves(record: PaymentSettings): PaymentSettings {
  const { balance: _balance, next_payout_at: _next, ...others } = record;
  return others;
}
