import { fieldsOf } from '../../../domain/json/is-record.js';
import { isFailureWord } from '../../../domain/answers/failure-values.js';
import { isFailedRecord } from '../../../domain/answers/failed-record.js';
import type { Contradiction } from '../../../domain/changes/contradiction.js';
import type { Subaccount, WorkspaceAction } from '../../../pool-api/resources.js';
import type {
  ShownSubaccount,
  RequestedSubaccount,
} from '../../../views/changes/subaccount-change.js';
import type { RequestedChange } from '../kind.js';
import {
  otherSite,
  otherText,
  toldText,
  wordsOf,
  type RequestedSite,
} from '../answers/compare-answer.js';
import {
  otherFields,
  otherSubaccounts,
  ownNames,
  type MetadataField,
} from '../answers/other-metadata.js';
import { addressContradictions } from '../answers/address-contradictions.js';

/** Where the answer to a move differs from the request. */
export function moveContradictions(
  { input: { name, site }, present }: RequestedChange<RequestedSubaccount, ShownSubaccount>,
  answer: WorkspaceAction,
): Contradiction[] {
  const { action_name: action, metadata } = answer;
  const told = fieldsOf(metadata);
  const old = present?.site ?? null;
  const sites = [site, ...(old === null ? [] : [old])];
  const names = ownNames(told, [name, site.id, site.name, old?.id, old?.name]);
  return [
    // A move pays to nobody.
    ...addressContradictions([], fieldsOf(told['payment_settings'])['payment_addresses']),
    ...otherSubaccounts(told, name),
    ...otherSite('site', told['new_entity'], site),
    ...otherSite('old site', told['old_entity'], old),
    ...siteOfNeither(told['site'], sites),
    ...recordOfNeither(answer, { name, sites }),
    ...otherAction(action, isOtherThanMove),
    ...otherFields(told, [...OF_MOVES, ...names]),
  ];
}

const OF_MOVES: readonly MetadataField[] = [
  'subaccount',
  'subaccounts',
  'site',
  'old_entity',
  'new_entity',
];

/** It may be the site that the subaccount comes from as well as the one it goes to. */
function siteOfNeither(value: unknown, sites: readonly RequestedSite[]): Contradiction[] {
  // A bare text is a site's name or id.
  const site = typeof value === 'string' ? { name: value } : value;
  const others = sites.map((each) => otherSite('site', site, each));
  return others.every((each) => each.length > 0) ? (others[0] ?? []) : [];
}

/** Some answer a move with the subaccount's record, as they answer a creation. */
function recordOfNeither(
  answer: WorkspaceAction,
  { name, sites }: { readonly name: string; readonly sites: readonly RequestedSite[] },
): Contradiction[] {
  if (answer['site'] === undefined && answer['site_id'] === undefined) return [];
  return [
    ...otherText('name', answer['name'], name),
    ...toldSites(answer).flatMap((at) => siteOfNeither(at, sites)),
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
function toldSites({ site, site_id: id }: Pick<WorkspaceAction, string>): unknown[] {
  return toldText(fieldsOf(site)['id']) === toldText(id) ? [site] : [site, { id }];
}

/** `{"name": "ValidationError", "message": …}` names what went wrong, not a subaccount. */
function isNameOfError(answer: Subaccount): boolean {
  return (
    isFailureWord(answer.name) && (isFailedRecord(answer) || toldText(answer['message']) !== null)
  );
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
    'MEMBER MEMBERS MEMBERSHIP OWNER OWNERS OWNERSHIP ROLE ROLES PERMISSION PERMISSIONS WATCHER ' +
    'WATCHERS REFERRAL DERIVATIVES ORDER ORDERS EMAIL FLOW 2FA MFA PASSWORD KEY KEYS'
  ).split(' '),
);

export function isAnotherThing(words: readonly string[]): boolean {
  return words.some((word) => OTHERS.has(word));
}

/** What a pool calls a move isn't known, so this rules out what it can't be called. */
function isOtherThanMove(words: readonly string[]): boolean {
  const isOfWorkspace = words.some((word) => /^WORKSPACES?$/.test(word));
  const isMove = words.some((word) => /^(?:SUBACCOUNT|SITE|MOVE)/.test(word));
  return (
    isAnotherThing(words) ||
    (isOfWorkspace && !isMove) ||
    words.some((word) => /^(?:CREATE|PAYMENT|PAYOUT)/.test(word))
  );
}
