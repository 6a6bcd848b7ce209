import { UserError } from '../errors.js';
import { escape } from '../text.js';
import type { List, Site } from './pool.js';
import type { Subaccount } from './schemas.js';

const MOST_LISTED = 12;
const OUTER_INVISIBLE = /^[\s\p{Cc}\p{Cf}]+|[\s\p{Cc}\p{Cf}]+$/gu;

interface Named {
  readonly name: string;
}

/** Names compare without what nobody sees: outer spaces, invisible ends, the coding of an accent. */
function comparable(name: string): string {
  return name.replaceAll(OUTER_INVISIBLE, '').normalize('NFC');
}

/** The sites that subaccounts stand at, by name; a site known by its id alone goes by that. */
export function sitesOf({ rows }: List<Subaccount>): Site[] {
  const sites = new Map<string, Site>();
  for (const { site, site_id } of rows) {
    const id = String(site?.id ?? site_id ?? '');
    if (id === '') continue;
    const name = String(site?.name ?? sites.get(id)?.name ?? id);
    sites.set(id, { id, name });
  }
  return [...sites.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

export function namesIn({ rows }: List<Subaccount>): string[] {
  return rows.map(({ name }) => String(name ?? '')).filter((name) => name !== '');
}

/** @throws UserError */
export function findSite(sites: readonly Site[], name: string): Site {
  const found = named(sites, name);
  if (found.length > 1) {
    const sentence = `It lists two sites named ${escape(name)}: rename one in the pool's console.`;
    throw new UserError("The pool's record is unclear", sentence);
  }
  if (found[0] !== undefined) return found[0];
  const all = sites.slice(0, MOST_LISTED).map((site) => escape(site.name));
  if (sites.length > MOST_LISTED) all.push('…');
  const help = sites.length === 0 ? 'The pool lists none.' : `Sites: ${all.join(', ')}.`;
  return notFound('site', suggestion(sites, name) ?? help);
}

/** @throws UserError */
export function findSubaccount({ rows }: List<Subaccount>, name: string): Subaccount {
  const subaccounts = rows.map((record) => ({ record, name: String(record.name ?? '') }));
  const found = named(subaccounts, name);
  if (found.length > 1) {
    throw new UserError(
      "The pool's record is unclear",
      `It lists two subaccounts named ${escape(name)}, so nothing was sent: make this change in the pool's console.`,
    );
  }
  if (found[0] !== undefined) return found[0].record;
  return notFound('subaccount', suggestion(subaccounts, name) ?? '`/subaccount list` shows all.');
}

function notFound(what: string, sentence: string): never {
  throw new UserError(`No such ${what}`, sentence);
}

/** Those of exactly this name, else those that look the same. */
function named<Item extends Named>(items: readonly Item[], name: string): Item[] {
  const exact = items.filter((item) => item.name === name);
  if (exact.length > 0) return exact;
  return items.filter((item) => comparable(item.name) === comparable(name));
}

/** "Did you mean …?" for the nearest name, at most two letters off; null if none is near. */
function suggestion(items: readonly Named[], typed: string): string | null {
  const wanted = letters(typed);
  const near = items
    .map(({ name }) => ({ name, distance: editDistance(letters(name), wanted) }))
    .filter(({ name, distance }) => distance <= 2 && distance < letters(name).length / 2)
    .toSorted((one, other) => one.distance - other.distance);
  return near[0] === undefined ? null : `Did you mean ${escape(near[0].name)}?`;
}

const letters = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Letters to insert, remove or replace (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at++) {
      const replaced = (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
