import { isSameByIdOrName } from '../../domain/names/same-by-id-or-name.js';
import { answeredFailure } from '../../domain/pool-answers/answered-failure.js';
import { answerOf, contradictionsOf, textIn } from '../../domain/changes/change-summary.js';
import type { Change } from '../../domain/changes/change.js';
import { isRecord } from '../../domain/json/is-record.js';
import {
  MAY_LAG_MS,
  type ExternalFinding,
  type PaymentsSnapshot,
  type RecordSnapshot,
  type UnexplainedDifference,
} from '../../domain/changes/external-changes/external-finding.js';
import { withSettableFields } from '../../domain/changes/external-changes/with-settable-fields.js';
import { mayBeObserved } from '../../domain/changes/unresolved.js';
import {
  awaitsApproval,
  GIVEN_UP,
  isInForceStatus,
  isOverStatus,
} from '../../domain/payment-settings/payment-attention.js';
import { MINUTE_MS } from '../../domain/time/units.js';
import { kindOf } from '../kinds/kinds.js';
import { presentOf, conflictKeyOf, idConflictKeyOf } from './listed-record.js';
import { isWithin } from '../../domain/time/is-within.js';

/** What a difference at the pool has to do with one change by Pitboss. */

/**
 * `brought`: the difference is its effect. `waits`: it began or ended the wait for its approval.
 * `perhaps`: nothing tells it from somebody else's.
 */
export type Attribution = 'brought' | 'waits' | 'perhaps' | 'no';

type BeforeAndAfter = Pick<ExternalFinding, 'before' | 'after'>;

/** From when an effect was read back to the first poll that shows it in the list. */
const EFFECT_SHOWS_MS = 15 * MINUTE_MS;
/** From the request to its effect, or to the wait for its approval. */
const TAKES_EFFECT_MS = 10 * MINUTE_MS;

/** Whether the present listing is what the change wanted. */
function isDone(change: Change, { after }: BeforeAndAfter): boolean {
  if (!isAbout(change, after) || isCreated(change, after) === false) return false;
  return kindOf(change.kind).isDone(change.input, presentOf(after));
}

/**
 * The same if the pool says it in other words, such as another id of an address, or lists it beside
 * what there was.
 */
function isLike(change: Change, { before, after }: BeforeAndAfter): boolean {
  if (!isAbout(change, after)) return false;
  const [kind, now] = [kindOf(change.kind), presentOf(after)];
  if (kind.isLike(change.input, now)) return true;
  const earlier = before === null ? null : presentOf(before);
  return areOthersSame(before, after) && kind.hasAllNew(change.input, earlier, now);
}

/** Whether the pool's answer speaks against any effect of it. */
function wasDeclined(change: Change): boolean {
  const isOver = GIVEN_UP.test(textIn(change.answer, 'status') ?? '');
  return (
    isOver || answeredFailure(change) || contradictionsOf(change, kindOf(change.kind)).length > 0
  );
}

/**
 * Whether it is the subaccount that the change created, by the id that the pool gave it. Null if
 * nothing tells.
 */
function isCreated(
  { kind, present, ...rest }: Change,
  after: RecordSnapshot | null,
): boolean | null {
  if (present !== null || after?.what !== 'subaccount' || after.id === null) return null;
  const { isKnown, isSame } = kindOf(kind);
  const answer = answerOf(rest);
  return isKnown(present, answer) ? isSame(present, presentOf(after), answer) : null;
}

const isNewlyCreated = (change: Change, { before, after }: BeforeAndAfter): boolean =>
  before === null && isCreated(change, after) === true;

export const attributions = {
  isDone,
  isLike,
  /** Whether a later change found in force what this one wanted, and nothing speaks against its doing. */
  wasFound(change: Change, what: UnexplainedDifference, isOtherKey: boolean): boolean {
    const { state, sent, lapsed, resolved } = change;
    if (what.beforeChange === undefined || isOtherKey || state !== 'reported') return false;
    if (lapsed !== undefined || resolved !== undefined || wasDeclined(change)) return false;
    const isSince = sent !== undefined && sent.at >= what.storedAt;
    return (isSince || mayBeObserved(change)) && isDone(change, what);
  },
  /** Whether the difference may be its doing at all, by what the two are about. */
  mayConcern: (change: Change, what: BeforeAndAfter): boolean =>
    change.sent !== undefined &&
    (isAbout(change, what.before) || isAbout(change, what.after) || isNewlyCreated(change, what)),
  /** For a change that was read back where it could be. */
  of(change: Change, what: UnexplainedDifference, isOtherKey: boolean): Attribution {
    const isSeen = isSeenSince(change, what) && isDone(change, what);
    const isWait = waitIn(what) !== undefined;
    if (!wasDeclined(change)) {
      const isEffect = isSeen && isSeenLately(change, what) && !isStatusAfterwards(what);
      if (isEffect && isLikely(change, what)) return 'brought';
      if (isWait && !isOtherKey && isItsWait(change, what)) return 'waits';
    }
    const mayCome = mayBeObserved(change);
    const isWanted = (mayCome || wasRejected(change)) && isLike(change, what);
    const mayBe = isSeen || (isWait && mayCome) || isWanted || isNewlyCreated(change, what);
    return mayBe ? 'perhaps' : 'no';
  },
  /** For one to whose subject a later change was seen to take effect, at `laterAt`. */
  mayBeByEarlier(change: Change, what: UnexplainedDifference, laterAt: number): boolean {
    const { observed } = change;
    const mayCome = mayBeObserved(change) || (observed !== undefined && observed.at >= laterAt);
    return mayCome && (isLike(change, what) || waitIn(what) !== undefined);
  },
};

export function isAbout(change: Change, record: RecordSnapshot | null): record is RecordSnapshot {
  if (record === null) return false;
  const seen = { id: idConflictKeyOf(record), name: conflictKeyOf(record) };
  return isSameByIdOrName({ id: change.touchesId, name: change.touches }, seen);
}

/** Of addresses that aren't kept one by one nobody can tell which is new. */
function areOthersSame(before: RecordSnapshot | null, after: RecordSnapshot): boolean {
  const hashOfOthers = (record: RecordSnapshot | null) =>
    record?.what === 'payments' ? record.others?.hash : undefined;
  return hashOfOthers(before) === hashOfOthers(after);
}

/** By the pool's own answer, which it may not have kept to. */
function wasRejected({ state, failure }: Change): boolean {
  return state === 'failed' && failure?.status !== undefined;
}

/** Its effect was seen, and the list has shown no other difference since. */
function isSeenSince({ observed }: Change, { storedAt, polls }: UnexplainedDifference): boolean {
  // A time ahead comes from a clock that went back, and says nothing.
  const since = storedAt <= polls.at ? storedAt : 0;
  return observed !== undefined && observed.at >= since - MAY_LAG_MS;
}

function isSeenLately({ observed }: Change, { polls }: UnexplainedDifference): boolean {
  return isWithin(observed?.at ?? -Infinity, polls.firstAt, EFFECT_SHOWS_MS);
}

/**
 * While nobody knows whether its request arrived: its effect was soon seen, nobody had looked into
 * it, and the list had shown nothing else since it left.
 */
function isLikely(
  { state, sent, observed, resolved }: Change,
  { storedAt }: UnexplainedDifference,
): boolean {
  if (state !== 'unknown') return true;
  if (sent === undefined || observed === undefined || resolved !== undefined) return false;
  return storedAt <= sent.at && observed.at - sent.at <= TAKES_EFFECT_MS;
}

/** Set if only its waiting for approval differs, which a sent change brings about. */
export function waitIn({ before, after }: BeforeAndAfter): ExternalFinding['waiting'] {
  if (before?.what !== 'payments' || after?.what !== 'payments') return undefined;
  if (!differsInStatusAlone(before, after)) return undefined;
  if (awaitsApproval(after)) return 'begins';
  return awaitsApproval(before) && after.status !== null ? 'ends' : undefined;
}

/** A renamed subaccount is no difference of its payment settings. */
function differsInStatusAlone(before: PaymentsSnapshot, after: PaymentsSnapshot): boolean {
  const isSame = before.subaccountId !== null && before.subaccountId === after.subaccountId;
  const { subaccount } = isSame ? before : after;
  return (
    JSON.stringify({ ...before, status: null }) ===
    JSON.stringify({ ...after, status: null, subaccount })
  );
}

/** The list showed what a change wanted in force before: another status is no effect of it. */
function isStatusAfterwards({ before, after }: BeforeAndAfter): boolean {
  if (before?.what !== 'payments' || after?.what !== 'payments') return false;
  const isSet =
    JSON.stringify(withSettableFields(before, after)) ===
    JSON.stringify(withSettableFields(before, before));
  return isSet && isInForceStatus(before.status);
}

/** Whether what begins to wait, or no longer waits, is what this change requested. */
function isItsWait(change: Change, what: UnexplainedDifference): boolean {
  const { polls, after } = what;
  const { sent, answer, lapsed, resolved } = change;
  if (!mayBeObserved(change) || resolved !== undefined) return false;
  // By the pool's own words nothing of it waits.
  if (isRecord(answer) && answer['requires_approval'] === false) return false;
  // Of another status its card doesn't tell.
  const isOver = after?.what === 'payments' && isOverStatus(after.status);
  if (waitIn(what) === 'ends')
    return isOver && (lapsed === undefined || isNear(lapsed.at, polls.firstAt));
  const isAfter = sent !== undefined && sent.at <= polls.firstAt && !waitedBefore(change);
  return lapsed === undefined && isAfter && isNear(sent.at, polls.firstAt);
}

/** Something of the record waited for approval already when it was read before the request left. */
function waitedBefore({ present }: Change): boolean {
  return awaitsApproval({ status: textIn(present, 'status') });
}

function isNear(at: number | undefined, firstAt: number): boolean {
  return at !== undefined && isWithin(at, firstAt, TAKES_EFFECT_MS);
}
