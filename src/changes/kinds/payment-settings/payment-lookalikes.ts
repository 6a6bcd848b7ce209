import { lookalikesAmong } from '../../../domain/payment-settings/address-findings.js';
import { oneSpelling } from '../../../domain/payment-settings/address-checks.js';
import { lookalikeNames } from '../../../domain/names/lookalike-names.js';
import { toResult } from '../../../domain/errors/result.js';
import { namesAndSitesForChange } from '../../../pool-api/lists/known-names.js';
import { allPages } from '../../../pool-api/lists/all-pages.js';
import { listForChange } from '../../../pool-api/lists/require-list.js';
import { withoutWhatMoves } from '../../../pool-api/lists/payment-settings.js';
import { LOOKUP_BOUND } from '../../../pool-api/lists/walk-bounds.js';
import { walkPages, type ListNotes } from '../../../pool-api/lists/walk-pages.js';
import type { PoolClient } from '../../../pool-api/client.js';
import type { Lookalikes } from '../../../domain/changes/change.js';
import { type PaymentInput, addressesIn } from './payment-input.js';
import { addressesOf } from './present-payments.js';

/** As many as the card names. */
const MAX_IN_USE = 3;

/** Finds what looks like the wanted addresses, their names or the subaccount's name. */
export async function findPaymentLookalikes(
  pool: PoolClient,
  { currency, subaccount, settings }: PaymentInput,
): Promise<Lookalikes> {
  const wanted = addressesIn(settings);
  const names = new Set(settings.addresses.map((each) => oneSpelling(each.address_name)));
  const named = new Set<string>();
  const inUse: { address: string; subaccount: string }[] = [];
  let addresses: string[] = [];
  const pages = allPages((page) => pool.listPaymentSettings(currency, undefined, page), {
    bound: LOOKUP_BOUND,
  });
  const walking = walkPages(listForChange(pages, withoutWhatMoves), (items) => {
    const ofOthers = items.filter((each) => each.subaccount?.name !== subaccount);
    const others = ofOthers.flatMap(addressesOf);
    addresses = lookalikesAmong([...addresses, ...others], wanted);
    for (const each of others) if (names.has(oneSpelling(each))) named.add(each);
    for (const each of ofOthers) {
      const paid = new Set(addressesOf(each));
      const used = wanted.find((address) => paid.has(address));
      const name = each.subaccount?.name;
      if (used !== undefined && name && inUse.length < MAX_IN_USE)
        inUse.push({ address: used, subaccount: name });
    }
  });
  // One search's findings are shown even if the other fails.
  const knowing = namesAndSitesForChange(pool);
  const [walked, known] = await Promise.all([toResult(walking), toResult(knowing)]);
  const alike = known.ok ? lookalikeNames(subaccount, known.value.names) : [];
  return {
    addresses: [...new Set([...addresses, ...named])],
    ...(alike.length === 0 ? {} : { names: alike }),
    ...(inUse.length === 0 ? {} : { inUse }),
    areAll: known.ok && walked.ok && isAllOfIt(walked.value),
  };
}

function isAllOfIt({ refusedSubaccounts, repeated }: ListNotes): boolean {
  return refusedSubaccounts.length === 0 && repeated !== true;
}
