import { UserError } from '../../domain/errors.js';
import type { PoolCurrency } from '../../domain/currencies.js';
import type { PoolClient } from '../../pool-api/client.js';
import { wholeList } from '../../pool-api/given-list.js';
import { allPages } from '../../pool-api/pages.js';
import type { PaymentSettings } from '../../pool-api/resources.js';
import { LOOKING_UP } from '../../pool-api/walk-bounds.js';
import { otherCurrencySentence, twoRecordsSentence } from '../../views/payment-change.js';

/**
 * The record in force, read from the whole list so that there is no other one; null = the pool
 * lists none.
 * @throws UserError where it is not certain which record is meant; PoolUnreadable where the pool
 *   gives no list, PoolListTooLong where it was cut off: neither says that there is none
 */
export async function readPaymentSettings(
  pool: PoolClient,
  { currency, subaccount }: { readonly currency: PoolCurrency; readonly subaccount: string },
): Promise<PaymentSettings | null> {
  const scope = { subaccountNames: [subaccount] };
  const pages = allPages((page) => pool.listPaymentSettings(currency, scope, page), {
    bound: LOOKING_UP,
  });
  const found: PaymentSettings[] = [];
  for await (const { items } of wholeList(pages)) {
    found.push(...items.filter((each) => each.subaccount?.name === subaccount));
  }
  const [record, ...others] = found;
  if (record === undefined) return null;
  if (others.length > 0) throw new UserError(twoRecordsSentence(currency, subaccount));
  const { currency_type: answered } = record;
  if (answered && answered !== currency) {
    throw new UserError(otherCurrencySentence(currency, subaccount, answered));
  }
  return withoutWhatMoves(record);
}

/**
 * Balance and next payout move by themselves. All else stays, also of the subaccount and what the
 * description does not know: any change in it is another state than the one that was shown.
 */
function withoutWhatMoves(record: PaymentSettings): PaymentSettings {
  const { balance: _balance, next_payout_at: _next, ...others } = record;
  return others;
}
