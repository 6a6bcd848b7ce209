import { z } from 'zod';
import type { PoolClient } from '../../pool-api/client.js';
import { foldName, lookalikeNames } from '../../domain/lookalike-names.js';
import { namesAndSites } from '../../pool-api/directory.js';
import { wholeList } from '../../pool-api/given-list.js';
import { allPages } from '../../pool-api/pages.js';
import { LOOKING_UP } from '../../pool-api/walk-bounds.js';
import type { Lookalikes } from '../change.js';

/** What both kinds of subaccount changes are given and read. */

export const subaccountInput = z.object({
  name: z.string().min(1),
  site: z.object({ id: z.string(), name: z.string() }),
});
export type SubaccountInput = z.output<typeof subaccountInput>;

/** Null = the pool lists no subaccount of that name. */
export const subaccountPresent = z
  .object({ site: z.object({ id: z.string(), name: z.string().nullable() }).nullable() })
  .nullable();
export type SubaccountPresent = z.output<typeof subaccountPresent>;

/**
 * @throws PoolUnreadable where the pool gives no list, PoolListTooLong where it was cut off before
 *   the name came: neither says that there is none
 */
export async function readSubaccount(
  pool: PoolClient,
  { name }: SubaccountInput,
): Promise<SubaccountPresent> {
  const pages = allPages((page) => pool.listSubaccounts(undefined, page), {
    bound: LOOKING_UP,
  });
  for await (const { items } of wholeList(pages)) {
    const found = items.find((each) => each.name === name);
    if (found === undefined) continue;
    const id = found.site?.id ?? found.site_id;
    return { site: id ? { id, name: found.site?.name ?? null } : null };
  }
  return null;
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
