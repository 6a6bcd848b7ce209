import { workspaceAction } from '../../pool-api/resources.js';
import { updateSubaccountRequest } from '../../pool-api/writes.js';
import {
  alreadyThereSentence,
  noSuchSubaccountSentence,
  subaccountMoveFields,
} from '../../views/subaccount-change.js';
import { workspaceActionFields } from '../../views/workspace-action.js';
import { defineKind } from '../kind.js';
import {
  isAtSite,
  readLookalikeNames,
  readSubaccount,
  subaccountInput,
  subaccountPresent,
} from './subaccounts.js';

/** PATCH /v2/pool/subaccounts/{subaccount_name}: the subaccount goes to another site. */
export const subaccountMove = defineKind({
  name: 'subaccount-move',
  title: 'Move a subaccount',
  input: subaccountInput,
  present: subaccountPresent,
  answer: workspaceAction,
  rule: 'others',
  touches: ({ name }) => `subaccount ${name}`,
  subject: ({ name, site }) => `${name} → ${site.name}`,
  request: ({ name, site }) => updateSubaccountRequest(name, site.id),
  read: readSubaccount,
  complete: ({ site, ...others }, present) => ({
    ...others,
    site: { ...site, name: present?.target ?? site.name },
  }),
  lookalikes: readLookalikeNames,
  objection(input, present) {
    if (present === null) return noSuchSubaccountSentence(input.name);
    return isAtSite(present, input) ? alreadyThereSentence(input.name, input.site.name) : null;
  },
  toType: () => [],
  preview: (input, present, known) => subaccountMoveFields(input, present, known),
  send: (pool, { name, site }, before) => pool.updateSubaccount(name, site.id, before),
  isDone: (input, present) => isAtSite(present, input),
  report: workspaceActionFields,
});
