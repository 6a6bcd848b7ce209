import { ChangeRuledOut } from '../../src/domain/errors/user-errors.js';
import { toResult } from '../../src/domain/errors/result.js';
import { nearNames } from '../../src/domain/names/near-names.js';
import { noSuchSubaccountSentence } from '../../src/views/changes/subaccounts/subaccount-change.js';
import { z } from 'zod';
import { subaccountMoveChange } from '../../src/changes/kinds/subaccounts/subaccount-move.js';
import { defineCommand, type Context } from '../../src/command.js';
import { namesAndSitesForChange, subaccountNames } from '../../src/pool-api/lists/known-names.js';
import { lookUpForChange, proposeChange } from '../shared/propose-change.js';
import { existingName } from '../shared/trimmed-name.js';
import { reasonOption, subaccountOption } from '../shared/options.js';
import { findSite } from '../shared/find-site.js';
import { autocompleteSites, autocompleteSubaccount } from '../shared/autocomplete-names.js';

export const move = defineCommand({
  name: 'move',
  description: 'Request a move of a subaccount to another site',
  access: 'manager',
  audience: 'public',
  writes: true,
  changes: 'at the pool, once it is confirmed: the site of a subaccount',
  options: z.object({
    subaccount: subaccountOption,
    site: z.string().max(100).describe('The new site'),
    reason: reasonOption,
  }),
  autocomplete: { subaccount: autocompleteSubaccount, site: autocompleteSites },
  examples: ['subaccount:main site:North Ridge reason:new hall'],
  async run({ subaccount, site, reason }, context) {
    const { name: kind } = subaccountMoveChange;
    const about = `${subaccount} → ${site}`;
    const input = await lookUpForChange(context, { kind, about }, async () => {
      const { id, name } = await findSite(site, context, namesAndSitesForChange);
      return { name: await existingName(subaccount, context), site: { id, name } };
    });
    try {
      return await proposeChange(context, { kind, input, reason });
    } catch (error) {
      throw await withNearNames(error, input.name, context);
    }
  },
});

/** Adds similar names that the pool does list to an unknown-name error. */
async function withNearNames(error: unknown, name: string, { pool }: Context): Promise<unknown> {
  if (!(error instanceof ChangeRuledOut) || error.why !== 'unknown-name') return error;
  const known = await toResult(subaccountNames(pool));
  const near = known.ok ? nearNames(name, known.value) : [];
  return new ChangeRuledOut('unknown-name', noSuchSubaccountSentence(name, near));
}
