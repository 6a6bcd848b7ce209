import { z } from 'zod';
import { subaccountMoveChange } from '../../src/changes/kinds/subaccount-move.js';
import { defineCommand } from '../../src/command.js';
import { namesAndSitesForChange } from '../../src/pool-api/lists/known-names.js';
import { lookUpForChange, proposeChange } from '../shared/propose-change.js';
import {
  existingName,
  findSite,
  reasonOption,
  subaccountOption,
  suggestSites,
  suggestSubaccount,
} from '../shared/options.js';

export const move = defineCommand({
  name: 'move',
  description: 'Request that a subaccount moves to another site',
  access: 'manager',
  audience: 'public',
  writes: true,
  options: z.object({
    subaccount: subaccountOption,
    site: z.string().max(100).describe('The site it goes to'),
    reason: reasonOption,
  }),
  suggest: { subaccount: suggestSubaccount, site: suggestSites },
  examples: ['subaccount:main site:North Ridge reason:new hall'],
  async run({ subaccount, site, reason }, context) {
    const { name: kind } = subaccountMoveChange;
    const about = `${subaccount} → ${site}`;
    const input = await lookUpForChange(context, { kind, about }, async () => {
      const { id, name } = await findSite(site, context, namesAndSitesForChange);
      return { name: await existingName(subaccount, context), site: { id, name } };
    });
    return proposeChange(context, { kind, input, reason });
  },
});
