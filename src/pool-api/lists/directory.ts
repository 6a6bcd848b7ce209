import type { Listing, PoolClient } from '../client.js';
import { requireList, wholeList } from './require-list.js';
import { allPages } from './pages.js';
import type { Subaccount } from '../resources.js';
import { LOOKING_UP, SUGGESTING, type WalkBound } from './walk-bounds.js';

/**
 * What names there are. No operation lists sites or models, so sites are learnt from the
 * subaccounts (notes) and models from the first page of the fleet. Where the pool gives no list
 * of subaccounts, or one without an end, `PoolUnreadable` or `PoolListTooLong` is thrown: no name
 * could be told from an unknown one. What is only suggested is of as many as come in time.
 */

export interface Site {
  readonly id: string;
  readonly name: string;
}

type Subaccounts = Pick<PoolClient, 'listSubaccounts'>;
type SubaccountPages = AsyncIterable<Pick<Listing<Subaccount>, 'items'>>;

export async function subaccountNames(pool: Subaccounts): Promise<string[]> {
  return namesIn(wholeList(subaccountPages(pool, LOOKING_UP)));
}

export async function suggestedSubaccountNames(pool: Subaccounts): Promise<string[]> {
  return namesIn(requireList(subaccountPages(pool, SUGGESTING)));
}

/** Of whole pages of subaccounts, each name once. */
export async function namesIn(pages: SubaccountPages): Promise<string[]> {
  const names = new Set<string>();
  for await (const { items } of pages) for (const { name } of items) if (name) names.add(name);
  return [...names];
}

export async function sites(pool: Subaccounts): Promise<Site[]> {
  return sitesIn(wholeList(subaccountPages(pool, LOOKING_UP)));
}

export async function suggestedSites(pool: Subaccounts): Promise<Site[]> {
  return sitesIn(requireList(subaccountPages(pool, SUGGESTING)));
}

async function sitesIn(pages: SubaccountPages): Promise<Site[]> {
  const gathered = gatherSites();
  for await (const { items } of pages) gathered.add(items);
  return gathered.sites();
}

function gatherSites() {
  const byId = new Map<string, Site>();
  return {
    add(items: readonly Subaccount[]): void {
      for (const { site, site_id } of items) {
        const id = site?.id ?? site_id;
        // A flat `site_id` has no name; one that came with a name elsewhere wins.
        if (id && !byId.get(id)?.name) byId.set(id, { id, name: site?.name ?? '' });
      }
    },
    sites: () => [...byId.values()].map(({ id, name }) => ({ id, name: name || id })),
  };
}

/** Both from one walk of the list. */
export async function namesAndSites(
  pool: Subaccounts,
): Promise<{ readonly names: string[]; readonly sites: Site[] }> {
  const names = new Set<string>();
  const gathered = gatherSites();
  for await (const { items } of wholeList(subaccountPages(pool, LOOKING_UP))) {
    for (const { name } of items) if (name) names.add(name);
    gathered.add(items);
  }
  return { names: [...names], sites: gathered.sites() };
}

function subaccountPages(pool: Subaccounts, bound: WalkBound) {
  return allPages((page) => pool.listSubaccounts(undefined, page), { bound });
}

/** Of the first page, also where it holds more than was asked for. */
const MOST_LOOKED_AT = 1_000;

export async function minerModels(pool: Pick<PoolClient, 'listMiners'>): Promise<string[]> {
  const { value } = await pool.listMiners({}, { number: 1, size: 100 });
  const models = value.items
    .slice(0, MOST_LOOKED_AT)
    .flatMap(({ model }) => (typeof model === 'string' ? [model] : []));
  return [...new Set(models)].toSorted((a, b) => a.localeCompare(b));
}
