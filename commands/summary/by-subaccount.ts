import { z } from 'zod';
import type { Context } from '../../src/command.js';
import { summaryInTime } from '../../src/daily/collect/by-site.js';
import type { NamedScope } from '../../src/domain/guild/default-scope.js';
import { POOL_CURRENCIES } from '../../src/domain/pool/currencies.js';
import type { Listing, Read } from '../../src/pool-api/client.js';
import { bySubaccountReply } from '../../src/views/pool/summary/by-subaccount.js';
import { keptScope } from '../shared/scope.js';
import { definePaged } from '../shared/paged.js';

/** Each one costs a request. */
const PAGE_SIZE = 7;

/** Hashrate and miners of a summary's subaccounts, page by page. */
export const bySubaccountPages = definePaged({
  kind: 'by-subaccount',
  kept: z.object({ currency: z.enum(POOL_CURRENCIES), scope: keptScope }),
  async show({ currency, scope }, turn, context) {
    const size = { number: turn.number, size: PAGE_SIZE };
    const listed = await namesOf(scope, size, context);
    const { read, pages: turning } = turn.shownOf(listed, PAGE_SIZE);
    const names = read.value.items.filter((name) => name !== null);
    const nameless = read.value.items.length - names.length;
    const parts = await Promise.all(
      names.map(async (name) => ({
        name,
        summary: await summaryInTime(context.pool, currency, { subaccountNames: [name] }),
      })),
    );
    return bySubaccountReply({ parts, nameless, read, currency, scope, pages: turning });
  },
});

/** Names as requested, or as the pool lists them; null for one without a name. */
async function namesOf(
  { subaccountNames, siteId }: NamedScope,
  { number, size }: { readonly number: number; readonly size: number },
  { pool, clock }: Context,
): Promise<Read<Listing<string | null>>> {
  if (subaccountNames !== undefined && subaccountNames.length > 0) {
    const end = number * size;
    const next_page_url = end < subaccountNames.length ? 'more' : null;
    const value = {
      items: subaccountNames.slice(end - size, end),
      pagination: { next_page_url },
    };
    return { value, readAt: clock.now(), refusedSubaccounts: [], filledInAllSubaccounts: false };
  }
  const { value, ...about } = await pool.listSubaccounts(siteId, { number, size });
  return { ...about, value: { ...value, items: value.items.map(({ name }) => name || null) } };
}
