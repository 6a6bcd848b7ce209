import { z } from 'zod';
import { hashOf } from '../../domain/canonical-json.js';
import { UserError } from '../../domain/errors.js';
import type { PoolClient } from '../../pool-api/client.js';
import { foldName, lookalikeNames } from '../../domain/lookalike-names.js';
import { namesAndSites } from '../../pool-api/directory.js';
import { wholeList } from '../../pool-api/given-list.js';
import { allPages } from '../../pool-api/pages.js';
import { subaccount as subaccountRecord, type Subaccount } from '../../pool-api/resources.js';
import { LOOKING_UP } from '../../pool-api/walk-bounds.js';
import { twoSubaccountsSentence } from '../../views/subaccount-change.js';
import type { Lookalikes } from '../change.js';

/** What both kinds of subaccount changes are given and read. */

export const subaccountInput = z.object({
  name: z.string().min(1),
  site: z.object({ id: z.string(), name: z.string() }),
});
export type SubaccountInput = z.output<typeof subaccountInput>;

/** Null = the pool lists no subaccount of that name. */
export const subaccountPresent = z
  .object({
    /** Another one may have taken over the name. */
    id: z.string().nullish(),
    site: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
    /** The wanted site's name as the pool has it now; null where it gives none. */
    target: z.string().nullish(),
    /** All that the pool lists of it and of its site; missing in what earlier versions asked. */
    record: subaccountRecord.exactOptional(),
    /** All that it lists of the wanted site. */
    targetRecord: subaccountRecord.shape.site,
  })
  .nullable();
export type SubaccountPresent = z.output<typeof subaccountPresent>;

/**
 * From the whole list, so that there is no other one of that name.
 * @throws UserError where there is; PoolUnreadable where the pool gives no list, PoolListTooLong
 *   where it was cut off: neither says that there is none
 */
export async function readSubaccount(
  pool: PoolClient,
  { name, site: wanted }: SubaccountInput,
): Promise<SubaccountPresent> {
  const pages = allPages((page) => pool.listSubaccounts(undefined, page), {
    bound: LOOKING_UP,
  });
  const found: Subaccount[] = [];
  let targetRecord: Subaccount['site'] = null;
  for await (const { items } of wholeList(pages)) {
    found.push(...items.filter((each) => each.name === name));
    targetRecord ??= items.find(({ site }) => site?.id === wanted.id && site.name)?.site ?? null;
  }
  const [first, ...others] = found;
  if (first === undefined) return null;
  const isOne = others.every((each) => isListedAgain(each, first));
  if (!isOne) throw new UserError(twoSubaccountsSentence(name));
  const siteId = first.site?.id ?? first.site_id;
  const site = siteId ? { id: siteId, name: first.site?.name ?? null } : null;
  const target = targetRecord?.name ?? null;
  return { id: first.id ?? null, site, target, record: first, targetRecord };
}

/** One that moved from page to page while the list was read comes twice, the same both times. */
function isListedAgain(each: Subaccount, first: Subaccount): boolean {
  return first.id !== null && first.id !== undefined && hashOf(each) === hashOf(first);
}

export function isAtSite(present: SubaccountPresent, { site }: SubaccountInput): boolean {
  return present?.site?.id.toLowerCase() === site.id.toLowerCase();
}

/** Other subaccounts and sites whose names somebody could take for the given ones. */
export async function readLookalikeNames(
  pool: PoolClient,
  { name, site }: SubaccountInput,
): Promise<Lookalikes> {
  const { names, sites: known } = await namesAndSites(pool);
  const looks = foldName(site.name);
  return {
    addresses: [],
    names: lookalikeNames(name, names),
    sites: known.filter((each) => each.id !== site.id && foldName(each.name) === looks),
    areAll: true,
  };
}
