import { ChangeRuledOut } from '../../../domain/errors/user-errors.js';
import { workspaceActionSchema } from '../../../pool-api/resources.js';
import { updateSubaccountRequest } from '../../../pool-api/write-requests.js';
import {
  alreadyThereSentence,
  noSuchSubaccountSentence,
  subaccountMoveFields,
} from '../../../views/changes/subaccounts/subaccount-change.js';
import { workspaceActionFields } from '../../../views/changes/pool-answer/workspace-action.js';
import { defineKind } from '../kind.js';
import { whyNotInPath, whySiteUnreadable } from '../readable-name.js';
import { isAtSite, subaccountChange } from './subaccounts.js';
import { whyTooMuchToShow } from './too-much-to-show.js';
import { moveContradictions } from './subaccount-contradictions.js';

/** PATCH /v2/pool/subaccounts/{subaccount_name}: moves the subaccount to another site. */
export const subaccountMoveChange = defineKind({
  ...subaccountChange,
  name: 'subaccount-move',
  title: 'Move a subaccount',
  answer: workspaceActionSchema,
  subject: ({ name, site }) => `${name} → ${site.name}`,
  request: ({ name, site }) => updateSubaccountRequest(name, site.id),
  complete: ({ site, ...others }, present) => ({
    ...others,
    site: { ...site, name: present?.target ?? site.name },
  }),
  objection(input, present, lookalikes) {
    const { name, site } = input;
    if (present === null) {
      return new ChangeRuledOut('unknown-name', noSuchSubaccountSentence(name));
    }
    if (isAtSite(present, input))
      return new ChangeRuledOut('already-there', alreadyThereSentence(name, site.name));
    return (
      whyNotInPath(name) ??
      whySiteUnreadable(site) ??
      whyTooMuchToShow(subaccountMoveFields(input, present, { lookalikes }))
    );
  },
  preview: (input, present, shown) => subaccountMoveFields(input, present, shown),
  send: (pool, { name, site }, gate) => pool.updateSubaccount(name, site.id, gate),
  contradictions: moveContradictions,
  report: workspaceActionFields,
});
