import type { PaymentSettings } from '../resources.js';

/**
 * Balance and next payout change by themselves. A difference in anything else, also of the
 * subaccount and in unknown fields, is another state.
 */
export function withoutWhatMoves(record: PaymentSettings): PaymentSettings {
  const { balance: _balance, next_payout_at: _next, ...others } = record;
  return others;
}
