import { answerContradictions } from '../../answer-checks/answer-contradictions.js';
import { otherSite, givenText, type RequestedSite } from '../../answer-checks/compare-answer.js';
import { isOtherThanCreation, isOtherThanMove } from '../../answer-checks/action-contradictions.js';
import {
  isSaid,
  otherIdThan,
  ownNames,
  type MetadataField,
} from '../../answer-checks/metadata-contradictions.js';
import { parseAnswer } from '../../answer-checks/parse-answer.js';
import type { Contradiction } from '../../../domain/changes/contradiction.js';
import { fieldsOf } from '../../../domain/json/is-record.js';
import type {
  RequestedSubaccount,
  ShownSubaccount,
} from '../../../views/changes/subaccounts/subaccount-change.js';
import type { RequestedChange } from '../kind.js';

type RequestedOfSubaccount = RequestedChange<RequestedSubaccount, ShownSubaccount>;

/** Where the answer to a move differs from the request. */
export function moveContradictions(
  { input: { name, site }, present }: RequestedOfSubaccount,
  answer: unknown,
): Contradiction[] {
  const told = parseAnswer(answer, name);
  const { metadata } = told;
  const old = present?.site ?? null;
  const names = ownNames(metadata, [name, site.id, site.name, old?.id, old?.name]);
  return answerContradictions(told, {
    subaccount: name,
    site,
    oldSite: old,
    otherId: otherIdThan(present?.id),
    settings: null,
    isOtherAction: isOtherThanMove,
    metadata: [...OF_SUBACCOUNTS, ...ENTITIES, ...names],
    ofKind: [
      ...otherSite('site', metadata['new_entity'], site),
      ...otherSite('old site', metadata['old_entity'], old),
    ],
  });
}

/** Where the answer to a creation differs from the request. */
export function createContradictions(
  { input: { name, site }, lookalikes }: RequestedOfSubaccount,
  answer: unknown,
): Contradiction[] {
  const told = parseAnswer(answer, null);
  const isListed = (id: string) => lookalikes?.ids?.includes(id) === true;
  const isIts = (field: MetadataField) =>
    isSiteOrNew(told.metadata[field], { name, site, isListed });
  return answerContradictions(told, {
    subaccount: name,
    site,
    otherId: (id) => (isListed(id) ? [{ what: 'id', told: id }] : []),
    settings: null,
    isOtherAction: isOtherThanCreation,
    metadata: [
      ...OF_SUBACCOUNTS,
      ...ENTITIES.filter(isIts),
      ...ownNames(told.metadata, [name, site.id, site.name]),
    ],
  });
}

const OF_SUBACCOUNTS: readonly MetadataField[] = ['subaccount', 'subaccounts', 'site'];
const ENTITIES = ['old_entity', 'new_entity'] as const;

interface NewSubaccount {
  readonly name: string;
  readonly site: RequestedSite;
  readonly isListed: (id: string) => boolean;
}

/** An id alone may be the new one's, unless another subaccount has it. */
function isSiteOrNew(entity: unknown, { name, site, isListed }: NewSubaccount): boolean {
  const told = fieldsOf(entity);
  if (otherSite('site', told, site).length === 0) return true;
  const id = givenText(told['id']);
  return isSaid(told['name']) ? told['name'] === name : id === null || !isListed(id);
}
