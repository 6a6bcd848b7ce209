import { ChangeRuledOut } from '../../domain/errors/errors.js';
import type { PoolCurrency } from '../../domain/currencies.js';
import type { PoolClient } from '../../pool-api/client.js';
import { listForChange } from '../../pool-api/lists/require-list.js';
import { allPages } from '../../pool-api/lists/all-pages.js';
import type { PaymentSettings } from '../../pool-api/resources.js';
import { LOOKUP_BOUND } from '../../pool-api/lists/walk-bounds.js';
import { otherCurrencySentence, twoRecordsSentence } from '../../views/changes/payment-change.js';

/**
 * The record in force, looked for in the whole list; null = the pool lists none.
 * @throws ChangeRuledOut where it isn't certain which record is meant; PoolUnreadable, PoolListTooLong
 *   where there is no whole list
 */
export async function readPaymentSettings(
  pool: PoolClient,
  { currency, subaccount }: { readonly currency: PoolCurrency; readonly subaccount: string },
): Promise<PaymentSettings | null> {
  const scope = { subaccountNames: [subaccount] };
  const pages = allPages((page) => pool.listPaymentSettings(currency, scope, page), {
    bound: LOOKUP_BOUND,
  });
  const found: PaymentSettings[] = [];
  for await (const { items } of listForChange(pages, withoutWhatMoves)) {
    found.push(...items.filter((each) => each.subaccount?.name === subaccount));
  }
  const [record, ...others] = found;
  if (record === undefined) return null;
  if (others.length > 0) {
    throw new ChangeRuledOut('several-listed', twoRecordsSentence(currency, subaccount));
  }
  const { currency_type: answered } = record;
  if (answered && answered !== currency) {
    const sentence = otherCurrencySentence(currency, subaccount, answered);
    throw new ChangeRuledOut('other-currency', sentence);
  }
  return withoutWhatMoves(record);
}

/**
 * Balance and next payout change by themselves. A difference in anything else, also of the
 * subaccount and in unknown fields, is another state than the one shown.
 */
export function withoutWhatMoves(record: PaymentSettings): PaymentSettings {
  const { balance: _balance, next_payout_at: _next, ...others } = record;
  return others;
}
