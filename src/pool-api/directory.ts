import type { Listing, PoolClient } from './client.js';
import { givenList } from './given-list.js';
import { allPages } from './pages.js';
import type { Subaccount } from './resources.js';

/**
 * What names there are. No operation lists sites or models, so sites are learnt from the
 * subaccounts (notes) and models from the first page of the fleet. Where the pool gives no list
 * of subaccounts, `PoolUnreadable` is thrown: no name could be told from an unknown one.
 */

export interface Site {
  readonly id: string;
  readonly name: string;
}

type Subaccounts = Pick<PoolClient, 'listSubaccounts'>;

export async function subaccountNames(pool: Subaccounts): Promise<string[]> {
  return namesIn(allSubaccounts(pool));
}

/** Of whole pages of subaccounts, each name once. */
export async function namesIn(
  pages: AsyncIterable<Pick<Listing<Subaccount>, 'items'>>,
): Promise<string[]> {
  const names = new Set<string>();
  for await (const { items } of pages) for (const { name } of items) if (name) names.add(name);
  return [...names];
}

export async function sites(pool: Subaccounts): Promise<Site[]> {
  const byId = new Map<string, Site>();
  for await (const { items } of allSubaccounts(pool)) {
    for (const { site, site_id } of items) {
      const id = site?.id ?? site_id;
      // A flat `site_id` has no name; one that came with a name elsewhere wins.
      if (id && !byId.get(id)?.name) byId.set(id, { id, name: site?.name ?? '' });
    }
  }
  return [...byId.values()].map(({ id, name }) => ({ id, name: name || id }));
}

function allSubaccounts(pool: Subaccounts) {
  return givenList(allPages((page) => pool.listSubaccounts(undefined, page)));
}

export async function minerModels(pool: Pick<PoolClient, 'listMiners'>): Promise<string[]> {
  const { value } = await pool.listMiners({}, { number: 1, size: 100 });
  const models = value.items.map(({ model }) => model).filter((model) => typeof model === 'string');
  return [...new Set(models)].toSorted((a, b) => a.localeCompare(b));
}
