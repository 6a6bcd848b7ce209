import { ChangeRuledOut } from '../../../domain/errors/user-errors.js';
import type { PoolCurrency } from '../../../domain/currencies.js';
import type { PoolClient } from '../../../pool-api/client.js';
import { listForChange } from '../../../pool-api/lists/require-list.js';
import { allPages } from '../../../pool-api/lists/all-pages.js';
import { withoutWhatMoves } from '../../../pool-api/lists/payment-settings.js';
import type { PaymentSettings } from '../../../pool-api/resources.js';
import { LOOKUP_BOUND } from '../../../pool-api/lists/walk-bounds.js';
import { isUnreadableEntry } from '../../../domain/payments/payment-form.js';
import { UNSEEN } from '../../../domain/names/unseen-characters.js';
import {
  alikeRecordSentence,
  namelessRecordSentence,
  noAddressesSentence,
  noAddressInEntrySentence,
  otherCurrencySentence,
  twoRecordsSentence,
} from '../../../views/changes/payments/unclear-records.js';

/**
 * The record in force, from the whole list; null = the pool lists none. @throws ChangeRuledOut if
 * it isn't certain which record is meant; PoolUnreadable, PoolListTooLong if there is no whole list
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
  let isNameless = false;
  let alike: string | undefined;
  for await (const { items } of listForChange(pages, withoutWhatMoves)) {
    for (const each of items) {
      const name = each.subaccount?.name;
      if (!name) isNameless = true;
      else if (name === subaccount) found.push(each);
      else if (asWritten(name) === asWritten(subaccount)) alike ??= name;
    }
  }
  const [record, ...others] = found;
  if (isNameless) throw new ChangeRuledOut('nameless-record', namelessRecordSentence(subaccount));
  if (record === undefined) {
    if (alike === undefined) return null;
    throw new ChangeRuledOut('alike-record', alikeRecordSentence(subaccount, alike));
  }
  if (record.addresses === null)
    throw new ChangeRuledOut('no-addresses', noAddressesSentence(subaccount));
  if (record.addresses?.some(isUnreadableEntry))
    throw new ChangeRuledOut('no-address-in-entry', noAddressInEntrySentence(subaccount));
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

/** Ignores spelling in which a pool may repeat the name it was asked for. */
function asWritten(name: string): string {
  return name.replaceAll(UNSEEN_OR_SPACE, '').toLowerCase();
}

const UNSEEN_OR_SPACE = new RegExp(`[\\s${UNSEEN}]+`, 'gu');
