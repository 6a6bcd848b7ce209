import { isFailureWord } from '../../../domain/answers/failure-values.js';
import { saysFailed } from '../../../domain/answers/read-says-failed.js';
import type { Contradiction } from '../../../domain/changes/contradiction.js';
import type { Subaccount, WorkspaceAction } from '../../../pool-api/resources.js';
import type {
  ShownSubaccount,
  RequestedSubaccount,
} from '../../../views/changes/subaccount-change.js';
import type { RequestedChange } from '../kind.js';
import { otherSite, otherText, toldRecord, toldText, wordsOf } from '../compare-answer.js';

/** Where the answer to a move differs from the request. */
export function moveContradictions(
  { input: { name, site }, present }: RequestedChange<RequestedSubaccount, ShownSubaccount>,
  { action_name: action, metadata }: WorkspaceAction,
): Contradiction[] {
  const { subaccount, old_entity: from, new_entity: to } = toldRecord(metadata);
  return [
    ...otherText('subaccount', toldRecord(subaccount)['account_name'], name),
    ...otherSite('site', to, site),
    ...otherSite('old site', from, present?.site),
    ...otherAction(action, isOtherThanMove),
  ];
}

/** Where the answer to a creation differs from the request. */
export function createContradictions(
  { input: { name, site }, lookalikes }: RequestedChange<RequestedSubaccount, ShownSubaccount>,
  answer: Subaccount,
): Contradiction[] {
  const { id } = answer;
  return [
    ...(isNameOfError(answer) ? [] : otherText('name', answer.name, name)),
    ...toldSites(answer).flatMap((at) => otherSite('site', at, site)),
    ...(id && lookalikes?.ids?.includes(id) ? [{ what: 'id' as const, told: id }] : []),
  ];
}

/** Both places may name one, and not the same. */
function toldSites({ site, site_id: id }: Subaccount): unknown[] {
  return toldText(site?.id) === toldText(id) ? [site] : [site, { id }];
}

/** `{"name": "ValidationError", "message": …}` names what went wrong, not a subaccount. */
function isNameOfError(answer: Subaccount): boolean {
  return isFailureWord(answer.name) && (saysFailed(answer) || toldText(answer['message']) !== null);
}

/** Judged by the words in the name, since nobody knows all names. */
export function otherAction(
  value: unknown,
  isOther: (words: readonly string[]) => boolean,
): Contradiction[] {
  const told = toldText(value);
  return told !== null && isOther(wordsOf(told)) ? [{ what: 'action', told }] : [];
}

/** No change of ours removes anything, or concerns people or the rest of a workspace. */
const OTHERS = new Set(
  (
    'DELETE DELETED REMOVE REMOVED DISABLE DISABLED DEACTIVATE ARCHIVE CLOSE CANCEL RENAME INVITE ' +
    'MEMBER MEMBERS ROLE WATCHER REFERRAL DERIVATIVES ORDER ORDERS EMAIL FLOW 2FA KEY'
  ).split(' '),
);

export function isAnotherThing(words: readonly string[]): boolean {
  return words.some((word) => OTHERS.has(word));
}

/** What a pool calls a move isn't known, so this rules out what it can't be called. */
function isOtherThanMove(words: readonly string[]): boolean {
  return isAnotherThing(words) || words.some((word) => /^(?:CREATE|PAYMENT|PAYOUT)/.test(word));
}
