import { siteOf } from '../../domain/names/site-of.js';
import { withFallback } from '../../domain/async/timeout.js';
import { toResult } from '../../domain/errors/result.js';
import type { Listing, PoolClient } from '../client.js';
import { listForChange, requireList, wholeList } from './require-list.js';
import { allPages } from './all-pages.js';
import type { Subaccount } from '../resources.js';
import { LOOKUP_BOUND, AUTOCOMPLETE_BOUND, type WalkBound } from './walk-bounds.js';
import { SECOND_MS } from '../../domain/time/units.js';

/**
 * The names that exist. No operation lists sites or models: sites come from the subaccounts, models
 * from the first page of the fleet.
 */

export interface Site {
  readonly id: string;
  readonly name: string;
  /** Where the list contradicts itself. */
  readonly otherNames?: readonly string[];
}

export interface Directory {
  /** Subaccount names, each once. */
  readonly names: string[];
  readonly sites: Site[];
}

type Subaccounts = Pick<PoolClient, 'listSubaccounts'>;

/**
 * Reads the whole list, so that a name missing from it is unknown.
 * @throws PoolUnreadable without a list, PoolListTooLong
 */
export function namesAndSites(pool: Subaccounts): Promise<Directory> {
  return readDirectory(wholeList(subaccountPages(pool, LOOKUP_BOUND)));
}

/** The same, for what a change rests on. @throws as `listForChange` */
export function namesAndSitesForChange(
  pool: Subaccounts,
  visit?: (each: Subaccount) => void,
): Promise<Directory> {
  return readDirectory(listForChange(subaccountPages(pool, LOOKUP_BOUND)), visit);
}

/** From as much as comes in time. @throws PoolUnreadable without a list */
export function namesAndSitesToOffer(pool: Subaccounts): Promise<Directory> {
  return readDirectory(requireList(subaccountPages(pool, AUTOCOMPLETE_BOUND)));
}

/** Site names by id, from as much as comes in time; none if that fails. Never throws. */
export async function readSiteNames(pool: Subaccounts): Promise<ReadonlyMap<string, string>> {
  const listing = toResult(namesAndSitesToOffer(pool));
  const listed = await withFallback(SITE_NAMES_WITHIN_MS, listing, null);
  const sites = listed?.ok === true ? listed.value.sites : [];
  return new Map(sites.filter(({ id, name }) => name !== id).map(({ id, name }) => [id, name]));
}

/** The name of the site with this id; undefined if there is none or it isn't known. */
export async function readSiteName(
  pool: Subaccounts,
  id: string | null | undefined,
): Promise<string | undefined> {
  return id ? (await readSiteNames(pool)).get(id) : undefined;
}

/** Names make a card or file easier to read, but nobody should wait for them. */
const SITE_NAMES_WITHIN_MS = SECOND_MS;

/** @throws as `namesAndSites` */
export async function subaccountNames(pool: Subaccounts): Promise<string[]> {
  return (await namesAndSites(pool)).names;
}

export async function readDirectory(
  pages: AsyncIterable<Pick<Listing<Subaccount>, 'items'>>,
  visit: (each: Subaccount) => void = () => undefined,
): Promise<Directory> {
  const names = new Set<string>();
  const siteNames: SiteNames = new Map();
  for await (const { items } of pages) {
    for (const each of items) {
      if (each.name) names.add(each.name);
      addSite(siteNames, each);
      visit(each);
    }
  }
  return { names: [...names], sites: sitesIn(siteNames) };
}

/** The sites of subaccounts already at hand. */
export function sitesOf(subaccounts: Iterable<Subaccount>): Site[] {
  const siteNames: SiteNames = new Map();
  for (const each of subaccounts) addSite(siteNames, each);
  return sitesIn(siteNames);
}

/** By id; a site has several only where the list contradicts itself. */
type SiteNames = Map<string, Set<string>>;

function addSite(siteNames: SiteNames, subaccount: Subaccount): void {
  const site = siteOf(subaccount);
  if (site === null) return;
  const names = siteNames.get(site.id) ?? new Set();
  siteNames.set(site.id, names);
  // A flat `site_id` has no name; another row may give it.
  if (site.name && names.size < MAX_SITE_NAMES) names.add(site.name);
}

const MAX_SITE_NAMES = 10;

/** By name: a pool's own order may differ from one answer to the next. */
function sitesIn(siteNames: SiteNames): Site[] {
  const sites = Array.from(siteNames, ([id, [name = id, ...otherNames]]): Site => {
    return { id, name, ...(otherNames.length > 0 && { otherNames }) };
  });
  return sites.toSorted(
    (one, other) => compareNames(one.name, other.name) || compareNames(one.id, other.id),
  );
}

/** With `Hall 2` before `Hall 10`. */
const byName = new Intl.Collator('en', { numeric: true });
/** Nobody is shown more of a name, and comparing is dear. */
const COMPARED = 200;

function compareNames(one: string, other: string): number {
  return byName.compare(one.slice(0, COMPARED), other.slice(0, COMPARED));
}

function subaccountPages(pool: Subaccounts, bound: WalkBound) {
  return allPages((page) => pool.listSubaccounts(undefined, page), { bound });
}

/** The most read from the first page, even if it holds more than requested. */
const MAX_MINERS = 1_000;

export async function minerModels(pool: Pick<PoolClient, 'listMiners'>): Promise<string[]> {
  const { value } = await pool.listMiners({}, { number: 1, size: 100 });
  const models = value.items
    .slice(0, MAX_MINERS)
    .flatMap(({ model }) => (typeof model === 'string' ? [model] : []));
  return [...new Set(models)].toSorted(compareNames);
}
