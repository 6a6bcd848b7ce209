import { z } from 'zod';
import { readBody, type Call, type Operation } from '../call.js';
import { realId } from '../deviations/odd-ids.js';
import { paginate, sourceOf } from '../paging.js';
import { refuse } from '../refusal.js';
import { findSite, findSubaccount } from '../scope.js';
import type { Site } from '../workspace/sites.js';

/** 4.1: subaccounts. */
export const subaccountOperations: readonly Operation[] = [
  { method: 'GET', path: '/api/v2/pool/subaccounts', run: list },
  { method: 'POST', path: '/api/v2/pool/subaccounts', run: create },
  { method: 'PATCH', path: '/api/v2/pool/subaccounts/:subaccount_name', run: update },
];

function list(call: Call): unknown {
  const { subaccounts, show } = call.workspace;
  const siteId = call.url.searchParams.get('site_id');
  const site = siteId === null ? null : findSite(call, siteId);
  const wanted = subaccounts.filter((each) => site === null || each.siteId === site.id);
  const source = sourceOf(wanted.map(show));
  const { items, pagination } = paginate(call, { parameter: 'page_number', size: 10 }, source);
  return { subaccounts: items, pagination };
}

function create(call: Call): unknown {
  const body = readBody(call, z.object({ name: z.string().min(1), site_id: z.string() }));
  const site = siteOfBody(call, body.site_id);
  if (call.workspace.subaccount(body.name)) refuse(409, 'A subaccount of this name exists');
  return call.workspace.show(call.workspace.addSubaccount(body.name, site));
}

function update(call: Call): unknown {
  const body = readBody(call, z.object({ site_id: z.string() }));
  const subaccount = findSubaccount(call, call.param('subaccount_name'));
  const site = siteOfBody(call, body.site_id);
  const before = call.workspace.site(subaccount.siteId);
  return call.workspace.actions.open({
    name: 'UPDATE_SUBACCOUNT',
    requiresApproval: call.workspace.requiresApproval.moves,
    metadata: {
      subaccount: { progressive_user_id: subaccount.id, account_name: subaccount.name },
      old_entity: before ? { id: before.id, name: before.name } : null,
      new_entity: { id: site.id, name: site.name },
    },
    apply: () => {
      subaccount.siteId = site.id;
    },
  });
}

function siteOfBody(call: Call, id: string): Site {
  if (!z.guid().safeParse(realId(call.deviations, id)).success) {
    refuse(422, 'site_id: must be a UUID');
  }
  return findSite(call, id);
}
