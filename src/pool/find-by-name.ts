import { UserError } from '../errors.js';
import { escape, oneLine, trimmed } from '../text.js';
import type { List, Site } from './pool.js';
import type { Subaccount } from './schemas.js';

const MOST_LISTED = 12;

/** Names compare without case and what nobody sees: kinds of spaces, invisible characters, forms of accents. */
function comparable(name: string): string {
  return oneLine(trimmed(name)).normalize('NFC').toLowerCase();
}

/** Those that contain what was typed; those that begin with it come first. */
export function namesLike(names: readonly string[], typed: string): string[] {
  const wanted = comparable(typed);
  const place = (name: string) => comparable(name).indexOf(wanted);
  return names
    .filter((name) => place(name) >= 0)
    .toSorted((one, other) => Math.sign(place(one)) - Math.sign(place(other)));
}

/** Where a subaccount stands; a site known by its id alone goes by that. */
export function siteOf({ site, site_id }: Subaccount): Site | null {
  const id = String(site?.id ?? site_id ?? '');
  return id === '' ? null : { id, name: String(site?.name ?? id) };
}

/** The sites that subaccounts stand at, by name. */
export function sitesOf({ rows }: List<Subaccount>): Site[] {
  const sites = new Map<string, Site>();
  for (const site of rows.map(siteOf)) {
    if (site && (site.name !== site.id || !sites.has(site.id))) sites.set(site.id, site);
  }
  return [...sites.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

export function namesIn({ rows }: List<Subaccount>): string[] {
  return rows.map(({ name }) => String(name ?? '')).filter((name) => name !== '');
}

/** @throws UserError */
export function findSite(sites: readonly Site[], name: string): Site {
  const site = findNamed('sites', sites, name);
  if (site !== undefined) return site;
  const all = sites.slice(0, MOST_LISTED).map((each) => escape(each.name));
  if (sites.length > MOST_LISTED) all.push('…');
  const help = sites.length === 0 ? 'The pool lists none.' : `Sites: ${all.join(', ')}.`;
  throw new UserError('No such site', help);
}

/** @throws UserError */
export function findSubaccount({ rows }: List<Subaccount>, name: string): Subaccount {
  const subaccounts = rows.map((record) => ({ record, name: String(record.name ?? '') }));
  const found = findNamed('subaccounts', subaccounts, name);
  if (found !== undefined) return found.record;
  throw new UserError('No such subaccount', '`/subaccount list` shows all.');
}

/** The one of exactly this name, else the one that looks the same. @throws UserError if two do */
function findNamed<Item extends { readonly name: string }>(
  what: string,
  items: readonly Item[],
  name: string,
): Item | undefined {
  const exact = items.filter((item) => item.name === name);
  const alike = () => items.filter((item) => comparable(item.name) === comparable(name));
  const found = exact.length > 0 ? exact : alike();
  if (found.length <= 1) return found[0];
  const sentence = `It lists two ${what} named ${escape(name)}: use the pool’s console.`;
  throw new UserError('The pool’s record is unclear', sentence);
}
