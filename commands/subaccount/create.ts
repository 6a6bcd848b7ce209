import { z } from 'zod';
import { subaccountCreateChange } from '../../src/changes/kinds/subaccounts/subaccount-create.js';
import { defineCommand } from '../../src/command.js';
import { namesAndSitesForChange } from '../../src/pool-api/lists/known-names.js';
import { lookUpForChange, proposeChange } from '../shared/propose-change.js';
import { findSite } from '../shared/find-site.js';
import { reasonOption } from '../shared/options.js';
import { withoutOuterSpaces } from '../shared/trimmed-name.js';
import { autocompleteSites } from '../shared/autocomplete-names.js';

export const create = defineCommand({
  name: 'create',
  description: 'Request a new subaccount',
  access: 'manager',
  audience: 'public',
  writes: true,
  changes: 'at the pool, once it is confirmed: a new subaccount at a site',
  options: z.object({
    name: z
      .string()
      .overwrite(withoutOuterSpaces)
      .min(1)
      .max(200)
      .describe('The new subaccount’s name'),
    site: z.string().max(100).describe('Its site'),
    reason: reasonOption,
  }),
  autocomplete: { site: autocompleteSites },
  examples: ['name:hall-3 site:North Ridge reason:new hall'],
  async run({ name, site, reason }, context) {
    const { name: kind } = subaccountCreateChange;
    const wanted = { kind, about: `${name} at ${site}` };
    const found = await lookUpForChange(context, wanted, () =>
      findSite(site, context, namesAndSitesForChange),
    );
    const input = { name, site: { id: found.id, name: found.name } };
    return proposeChange(context, { kind, input, reason });
  },
});
