import type { Call } from './call.js';
import { realName } from './deviations/hostile-text.js';
import { realId } from './deviations/odd-ids.js';
import { refuse } from './refusal.js';
import type { PoolSubaccount, Site } from './workspace/sites.js';

/**
 * The subaccounts selected by `subaccount_names` and `site_id`: all without either, those in both
 * with both. An unknown or forbidden name fails the whole with 403; an unknown site is 404.
 */
export function readScope(call: Call): PoolSubaccount[] {
  const { deviations, faults, workspace } = call;
  const names = call.url.searchParams
    .getAll('subaccount_names')
    .flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const siteId = call.url.searchParams.get('site_id');
  if (deviations.has('filter-required') && names.length === 0 && siteId === null) {
    refuse(400, 'Either subaccount_names or site_id is required');
  }
  if (deviations.has('both-filters-refused') && names.length > 0 && siteId !== null) {
    refuse(400, 'Only one of subaccount_names and site_id may be given');
  }
  const site = siteId === null ? null : findSite(call, siteId);
  const named =
    names.length === 0
      ? workspace.subaccounts.filter(({ name }) => !faults.forbiddenSubaccounts.has(name))
      : names.map((name) => accessible(call, name));
  const wanted = new Set(named);
  return workspace.subaccounts.filter(
    (each) => wanted.has(each) && (site === null || each.siteId === site.id),
  );
}

/** For a path parameter: 404 if unknown, 403 if forbidden. */
export function findSubaccount(call: Call, name: string): PoolSubaccount {
  const found = lookUp(call, name) ?? refuse(404, 'Subaccount not found');
  if (call.faults.forbiddenSubaccounts.has(found.name)) refuse(403);
  return found;
}

export function findSite(call: Call, id: string): Site {
  return call.workspace.site(realId(call.deviations, id)) ?? refuse(404, 'Site not found');
}

function accessible(call: Call, name: string): PoolSubaccount {
  const found = lookUp(call, name);
  if (!found || call.faults.forbiddenSubaccounts.has(found.name)) {
    refuse(403, 'User does not have access to these subaccounts');
  }
  return found;
}

function lookUp({ deviations, workspace }: Call, name: string): PoolSubaccount | undefined {
  const names = workspace.subaccounts.map((each) => each.name);
  return workspace.subaccount(deviations.has('hostile-text') ? realName(names, name) : name);
}
