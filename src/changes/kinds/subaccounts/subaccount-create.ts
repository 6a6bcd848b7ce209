import { ChangeRuledOut } from '../../../domain/errors/user-errors.js';
import { fitsIntoPath } from '../../../pool-api/request.js';
import { subaccountSchema, workspaceActionSchema } from '../../../pool-api/resources.js';
import { createSubaccountRequest } from '../../../pool-api/write-requests.js';
import {
  alreadyExistsSentence,
  createdSubaccountFields,
  MAX_NAME_LENGTH,
  notAPathNameSentence,
  subaccountCreateFields,
} from '../../../views/changes/subaccounts/subaccount-change.js';
import { workspaceActionFields } from '../../../views/changes/pool-answer/workspace-action.js';
import { isActionRecord } from '../../answer-checks/parse-answer.js';
import { defineKind, isSameId } from '../kind.js';
import { whyNameUnreadable, whySiteUnreadable } from '../readable-name.js';
import { readLookalikeNames, subaccountChange } from './subaccounts.js';
import { whyTooMuchToShow } from './too-much-to-show.js';
import { createContradictions } from './subaccount-contradictions.js';

/** A longer list would make the request's entry long. */
const MAX_IDS = 1_000;

/** POST /v2/pool/subaccounts. The pool answers with the subaccount, not with an action. */
export const subaccountCreateChange = defineKind({
  ...subaccountChange,
  name: 'subaccount-create',
  title: 'Create a subaccount',
  answer: subaccountSchema,
  subject: ({ name, site }) => `${name} at ${site.name}`,
  request: ({ name, site }) => createSubaccountRequest(name, site.id),
  objection(input, present, lookalikes) {
    const { name, site } = input;
    const unreadable = whyNameUnreadable('The name', name, MAX_NAME_LENGTH);
    if (unreadable !== null) return unreadable;
    if (!fitsIntoPath(name)) {
      return new ChangeRuledOut('path-name', notAPathNameSentence(name));
    }
    if (present !== null) return new ChangeRuledOut('name-taken', alreadyExistsSentence(name));
    const preview = subaccountCreateFields(input, present, lookalikes);
    return whySiteUnreadable(site) ?? whyTooMuchToShow(preview);
  },
  async lookalikes(pool, input) {
    const ids: string[] = [];
    const found = await readLookalikeNames(pool, input, ({ id }) => {
      if (id && ids.length <= MAX_IDS) ids.push(id);
    });
    return ids.length > MAX_IDS ? found : { ...found, ids };
  },
  preview: (input, present, shown) => subaccountCreateFields(input, present, shown.lookalikes),
  send: (pool, { name, site }, gate) => pool.createSubaccount(name, site.id, gate),
  // The id of an action isn't one of the subaccount.
  isKnown: (_, answer) => !!answer?.id && !isActionRecord(answer),
  isSame: (_, now, answer) => isSameId(answer?.id, now?.id),
  contradictions: createContradictions,
  report: (answer, consoleUrl) =>
    isActionRecord(answer)
      ? workspaceActionFields(workspaceActionSchema.parse(answer), consoleUrl)
      : createdSubaccountFields(answer),
});
