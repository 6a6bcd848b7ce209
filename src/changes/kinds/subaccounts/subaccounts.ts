import { siteOf } from '../../../domain/names/site-of.js';
import { z } from 'zod';
import { hashOf } from '../../../domain/json/canonical-json.js';
import { ChangeRuledOut } from '../../../domain/errors/user-errors.js';
import type { PoolClient } from '../../../pool-api/client.js';
import { isSameId } from '../kind.js';
import { subaccountConflictKey, subaccountIdConflictKey } from '../conflict-keys.js';
import { foldName, lookalikeNames } from '../../../domain/names/lookalike-names.js';
import { nearNames } from '../../../domain/names/near-names.js';
import { namesAndSitesForChange } from '../../../pool-api/lists/known-names.js';
import { listForChange } from '../../../pool-api/lists/require-list.js';
import { allPages } from '../../../pool-api/lists/all-pages.js';
import { subaccountSchema, type Subaccount } from '../../../pool-api/resources.js';
import { LOOKUP_BOUND } from '../../../pool-api/lists/walk-bounds.js';
import {
  noSuchSubaccountSentence,
  severalSiteNamesSentence,
  twoSubaccountsSentence,
} from '../../../views/changes/subaccounts/subaccount-change.js';
import type { FieldChange, FieldSide } from '../../../domain/changes/field-change.js';
import type { Lookalikes } from '../../../domain/changes/change.js';

const subaccountInput = z.object({
  name: z.string().min(1),
  site: z.object({ id: z.string(), name: z.string() }),
});
type SubaccountInput = z.output<typeof subaccountInput>;

/** Null = the pool lists no subaccount of that name. */
const subaccountPresent = z
  .object({
    /** Another subaccount may have taken over the name. */
    id: z.string().nullish(),
    site: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
    /** The wanted site's current name at the pool; null if it gives none. */
    target: z.string().nullish(),
    /** The pool's whole record of it and of its site; missing in requests of earlier versions. */
    record: subaccountSchema.exactOptional(),
    /** The pool's whole record of the wanted site. */
    targetRecord: subaccountSchema.shape.site,
  })
  .nullable();
type SubaccountPresent = z.output<typeof subaccountPresent>;

/**
 * The only subaccount of that name in the whole list. @throws ChangeRuledOut if there is none or
 * more than one; PoolUnreadable, PoolListTooLong if there is no whole list
 */
export async function readSubaccountOf(pool: PoolClient, name: string): Promise<Subaccount> {
  let near: string[] = [];
  const found = await findSubaccount(pool, name, (items) => {
    // Not all names, because an endless list has too many.
    near = nearNames(name, [...near, ...items.flatMap((each) => each.name ?? [])]);
  });
  if (found !== null) return found;
  throw new ChangeRuledOut('unknown-name', noSuchSubaccountSentence(name, near));
}

/** `visit` sees each page. Null = no subaccount of that name. */
export async function findSubaccount(
  pool: PoolClient,
  name: string,
  visit: (items: readonly Subaccount[]) => void = () => undefined,
): Promise<Subaccount | null> {
  const pages = allPages((page) => pool.listSubaccounts(undefined, page), {
    bound: LOOKUP_BOUND,
  });
  const found: Subaccount[] = [];
  for await (const { items } of listForChange(pages)) {
    found.push(...items.filter((each) => each.name === name));
    visit(items);
  }
  const [first, ...others] = found;
  if (first === undefined) return null;
  const isOne = others.every((each) => isListedAgain(each, first));
  if (!isOne) throw new ChangeRuledOut('several-listed', twoSubaccountsSentence(name));
  return first;
}

/**
 * Searches the whole list. @throws ChangeRuledOut if two have that name, or the wanted site has two;
 * PoolUnreadable, PoolListTooLong if there is no whole list
 */
async function readSubaccount(
  pool: PoolClient,
  { name, site: wanted }: SubaccountInput,
): Promise<SubaccountPresent> {
  const targets: Subaccount['site'][] = [];
  const siteNames = new Set<string>();
  const first = await findSubaccount(pool, name, (items) => {
    const at = items.find(({ site }) => site?.id === wanted.id && site.name);
    if (at !== undefined) targets.push(at.site);
    for (const { site } of items) {
      if (site?.id === wanted.id && site.name && siteNames.size < 2) siteNames.add(site.name);
    }
  });
  if (siteNames.size > 1)
    throw new ChangeRuledOut('several-site-names', severalSiteNamesSentence(wanted.id, siteNames));
  const [targetRecord = null] = targets;
  if (first === null) return null;
  const target = targetRecord?.name ?? null;
  return { id: first.id ?? null, site: siteOf(first), target, record: first, targetRecord };
}

/** The name is on one page twice. */
function isListedAgain(each: Subaccount, first: Subaccount): boolean {
  return first.id !== null && first.id !== undefined && hashOf(each) === hashOf(first);
}

/** The rest of the present state derives from these two. */
function recordOf(present: SubaccountPresent): unknown {
  if (present?.record === undefined) return present;
  return { subaccount: present.record, target: present.targetRecord };
}

export function isAtSite(present: SubaccountPresent, { site }: SubaccountInput): boolean {
  return present?.site?.id.toLowerCase() === site.id.toLowerCase();
}

/** Other subaccounts and sites with names that look like the given ones; `visit` sees them all. */
export async function readLookalikeNames(
  pool: PoolClient,
  { name, site }: SubaccountInput,
  visit?: (each: Subaccount) => void,
): Promise<Lookalikes> {
  const { names, sites: known } = await namesAndSitesForChange(pool, visit);
  const looks = foldName(site.name);
  return {
    addresses: [],
    names: lookalikeNames(name, names),
    sites: known.filter((each) => each.id !== site.id && foldName(each.name) === looks),
    areAll: true,
  };
}

function siteSide(site: NonNullable<SubaccountPresent>['site']): FieldSide | null {
  return site === null ? null : { id: site.id, name: site.name ?? '' };
}

/** What both kinds of subaccount change share: the wanted state is a subaccount at a site. */
export const subaccountChange = {
  input: subaccountInput,
  present: subaccountPresent,
  rule: 'others',
  subaccountOf: ({ name }: SubaccountInput) => name,
  subaccountIdOf: (present: SubaccountPresent) => present?.id || null,
  touches: ({ name }: SubaccountInput) => subaccountConflictKey(name),
  touchesId: (_input: SubaccountInput, present: SubaccountPresent) =>
    present?.id ? subaccountIdConflictKey(present.id) : null,
  read: readSubaccount,
  recordOf,
  lookalikes: (pool: PoolClient, input: SubaccountInput) => readLookalikeNames(pool, input),
  toType: () => [],
  fieldChanges: ({ site }: SubaccountInput, present: SubaccountPresent): FieldChange[] => [
    { what: 'site', from: siteSide(present?.site ?? null), to: site },
  ],
  isKnown: (before: SubaccountPresent) => !!before?.id,
  isSame: (before: SubaccountPresent, now: SubaccountPresent) => isSameId(before?.id, now?.id),
  isDone: (input: SubaccountInput, present: SubaccountPresent) => isAtSite(present, input),
} as const;
