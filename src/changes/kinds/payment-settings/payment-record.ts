import { ChangeRuledOut } from '../../../domain/errors/user-errors.js';
import type { PoolCurrency } from '../../../domain/pool/currencies.js';
import type { PoolClient } from '../../../pool-api/client.js';
import { listForChange } from '../../../pool-api/lists/require-list.js';
import { allPages } from '../../../pool-api/lists/all-pages.js';
import { withoutWhatMoves } from '../../../pool-api/lists/payment-settings.js';
import type { PaymentSettings } from '../../../pool-api/resources.js';
import { LOOKUP_BOUND } from '../../../pool-api/lists/walk-bounds.js';
import { isUnreadableEntry } from '../../../domain/payment-settings/address-lines.js';
import { selfContradiction } from '../../../domain/payment-settings/self-contradictions.js';
import { foldName } from '../../../domain/names/lookalike-names.js';
import { INVISIBLE } from '../../../domain/names/invisible-characters.js';
import { findSubaccount, readSubaccountOf } from '../subaccounts/subaccounts.js';
import {
  alikeRecordSentence,
  namelessRecordSentence,
  noAddressesSentence,
  noAddressInEntrySentence,
  otherCurrencySentence,
  otherIdSentence,
  otherNameSentence,
  selfContradictionSentence,
  twoRecordsSentence,
} from '../../../views/changes/payment-settings/unclear-records.js';

interface PaymentsOf {
  readonly currency: PoolCurrency;
  readonly subaccount: string;
}

/** The record in force, and the id under which the pool lists the subaccount. */
export interface FoundPayments {
  /** Null = the pool lists none. */
  readonly record: PaymentSettings | null;
  readonly id: string | null;
}

/**
 * From the whole lists. @throws ChangeRuledOut if it isn't certain which record is meant, or the
 * subaccount isn't listed once; PoolUnreadable, PoolListTooLong if there is no whole list
 */
export async function findPaymentSettings(
  pool: PoolClient,
  wanted: PaymentsOf,
): Promise<FoundPayments> {
  const [listed, found] = await Promise.all([
    walkRecords(pool, wanted),
    readSubaccountOf(pool, wanted.subaccount),
  ]);
  const id = found.id || null;
  const doubtful = await withoutListedNames(pool, listed, id);
  return { record: theRecord(doubtful, { ...wanted, id }), id };
}

interface ListedRecords {
  readonly ofName: readonly PaymentSettings[];
  readonly hasNameless: boolean;
  /** Those of other names, by their subaccount's id. */
  readonly nameOfId: ReadonlyMap<string, string>;
  /** Those of other names that are written almost alike. */
  readonly alike: readonly { readonly id: string | null | undefined; readonly name: string }[];
}

async function walkRecords(
  pool: PoolClient,
  { currency, subaccount }: PaymentsOf,
): Promise<ListedRecords> {
  const scope = { subaccountNames: [subaccount] };
  const pages = allPages((page) => pool.listPaymentSettings(currency, scope, page), {
    bound: LOOKUP_BOUND,
  });
  const ofName: PaymentSettings[] = [];
  const nameOfId = new Map<string, string>();
  const alike: { id: string | null | undefined; name: string }[] = [];
  let hasNameless = false;
  // Once, and not for each of 100,000 rows.
  const wanted = asRead(subaccount);
  for await (const { items } of listForChange(pages, withoutWhatMoves)) {
    for (const each of items) {
      const { id, name } = each.subaccount ?? {};
      if (!name) hasNameless = true;
      else if (name === subaccount) ofName.push(each);
      else {
        if (id) nameOfId.set(id, name);
        if (asRead(name) === wanted) alike.push({ id, name });
      }
    }
  }
  return { ofName, hasNameless, nameOfId, alike };
}

/**
 * Of the names that leave a doubt, those that are listed as other subaccounts leave none. Their ids
 * tell nothing where the pool gives the same one to both. Looks only where there are such names.
 */
async function withoutListedNames(
  pool: PoolClient,
  { nameOfId, alike, ...listed }: ListedRecords,
  id: string | null,
): Promise<ListedRecords> {
  const names = new Set(alike.map(({ name }) => name));
  const ofId = id === null ? undefined : nameOfId.get(id);
  if (ofId !== undefined) names.add(ofId);
  const idOfListed = new Map<string, string | null>();
  for (const name of [...names].slice(0, MAX_DOUBTFUL)) {
    const found = await findSubaccount(pool, name);
    if (found !== null) idOfListed.set(name, found.id || null);
  }
  const isShared = ofId !== undefined && idOfListed.get(ofId) === id;
  return {
    ...listed,
    nameOfId: isShared ? new Map() : nameOfId,
    alike: alike.filter(({ name }) => !idOfListed.has(name)),
  };
}

/** More than two that look like one are rare, and each is a walk over the list. */
const MAX_DOUBTFUL = 5;

function theRecord(
  { ofName, hasNameless, nameOfId, alike }: ListedRecords,
  { currency, subaccount, id }: PaymentsOf & { readonly id: string | null },
): PaymentSettings | null {
  const [record, ...others] = ofName;
  if (hasNameless) throw new ChangeRuledOut('nameless-record', namelessRecordSentence(subaccount));
  const otherName = id === null ? undefined : nameOfId.get(id);
  if (id !== null && otherName !== undefined)
    throw new ChangeRuledOut('other-name', otherNameSentence(subaccount, { id, named: otherName }));
  if (record === undefined) {
    // Another id tells that it is another subaccount's.
    const doubtful = alike.find((each) => !each.id || id === null);
    if (doubtful === undefined) return null;
    throw new ChangeRuledOut('alike-record', alikeRecordSentence(subaccount, doubtful.name));
  }
  if (record.addresses === null)
    throw new ChangeRuledOut('no-addresses', noAddressesSentence(subaccount));
  if (record.addresses?.some(isUnreadableEntry))
    throw new ChangeRuledOut('no-address-in-entry', noAddressInEntrySentence(subaccount));
  const doubt = selfContradiction(record);
  if (doubt !== null)
    throw new ChangeRuledOut('self-contradiction', selfContradictionSentence(subaccount, doubt));
  if (others.length > 0) {
    throw new ChangeRuledOut('several-listed', twoRecordsSentence(currency, subaccount));
  }
  const { currency_type: answered } = record;
  if (answered && answered !== currency) {
    const sentence = otherCurrencySentence(currency, subaccount, answered);
    throw new ChangeRuledOut('other-currency', sentence);
  }
  const named = record.subaccount?.id;
  if (named && id !== null && named !== id)
    throw new ChangeRuledOut(
      'other-id',
      otherIdSentence(subaccount, { record: named, listed: id }),
    );
  return withoutWhatMoves(record);
}

/** Ignores spelling in which a pool may repeat the name it was asked for, and look-alike letters. */
function asRead(name: string): string {
  return foldName(name.replaceAll(INVISIBLE_OR_SPACE, ''));
}

const INVISIBLE_OR_SPACE = new RegExp(`[\\s${INVISIBLE}]+`, 'gu');
