import { unseenLetters } from '../../domain/name-letters.js';
import { subaccount } from '../../pool-api/resources.js';
import { createSubaccountRequest } from '../../pool-api/writes.js';
import {
  alreadyExistsSentence,
  createdSubaccountFields,
  MOST_OF_NAME,
  notAPathNameSentence,
  notShownWholeSentence,
  subaccountCreateFields,
  unseenLettersSentence,
} from '../../views/subaccount-change.js';
import { isShownWhole } from '../../views/text.js';
import { defineKind } from '../kind.js';
import {
  isAtSite,
  readLookalikeNames,
  readSubaccount,
  subaccountInput,
  subaccountPresent,
} from './subaccounts.js';

/** POST /v2/pool/subaccounts. The pool answers with the subaccount, not with an action. */
export const subaccountCreate = defineKind({
  name: 'subaccount-create',
  title: 'Create a subaccount',
  input: subaccountInput,
  present: subaccountPresent,
  answer: subaccount,
  rule: 'others',
  touches: ({ name }) => `subaccount ${name}`,
  subject: ({ name, site }) => `${name} at ${site.name}`,
  request: ({ name, site }) => createSubaccountRequest(name, site.id),
  read: readSubaccount,
  lookalikes: readLookalikeNames,
  objection({ name }, present) {
    const unseen = unseenLetters(name);
    if (unseen.length > 0) return unseenLettersSentence('The name', name, unseen);
    if (!isShownWhole(name, MOST_OF_NAME)) {
      return notShownWholeSentence('The name', name, MOST_OF_NAME);
    }
    if (name === '.' || name === '..') return notAPathNameSentence(name);
    return present === null ? null : alreadyExistsSentence(name);
  },
  toType: () => [],
  preview: subaccountCreateFields,
  send: (pool, { name, site }, before) => pool.createSubaccount(name, site.id, before),
  isDone: (input, present, answer) =>
    isAtSite(present, input) && (!answer?.id || present?.id === answer.id),
  report: (answer) => createdSubaccountFields(answer),
});
