import type { Change, WhoAndWhen, State } from '../../domain/changes/change.js';
import { isInForceStatus } from '../../domain/payment-settings/payment-attention.js';
import { answerOf, statusIn } from '../../domain/changes/change-summary.js';
import { isRecord } from '../../domain/json/is-record.js';
import { answeredFailure } from '../../domain/pool-answers/answered-failure.js';
import { saysMoreSince } from '../../domain/changes/undocumented-fields.js';
import { isUnresolved, mayBeObserved } from '../../domain/changes/unresolved.js';
import { joinList, statusText } from '../kit/text.js';
import { usualLength, type FitText } from './text/fit-text.js';
import { changeName, type NamedChange } from './change-name.js';
import { timestamp } from '../kit/times.js';

/** A change's state in words, and who did what when. */

/** Words for the states in ARCHITECTURE.md. */
export const STATE_WORDS: Record<State, string> = {
  pending: 'Waiting for confirmation',
  confirmed: 'Confirmed, about to be sent',
  sent: 'Sent, waiting for the pool’s answer',
  reported: 'Sent once; the pool answered',
  failed: 'Failed',
  unknown: 'Outcome unknown',
  cancelled: 'Cancelled',
  expired: 'Expired',
  drifted: 'Not sent: the pool’s values had changed',
};

const ANSWERED_FAILURE = 'Sent once; the pool answered that it failed';

type HeadlineParts = Pick<
  Change,
  'state' | 'observed' | 'resolved' | 'lapsed' | 'answer' | 'failure' | 'rule' | 'present'
>;

const LAPSED = 'Not in force: no longer waiting for approval';

/** The state, worded for what the pool answered. */
export function changeStateText(
  change: Pick<HeadlineParts, 'state' | 'answer' | 'failure'>,
): string {
  return answeredFailure(change) ? ANSWERED_FAILURE : STATE_WORDS[change.state];
}

/**
 * Its state, for titles and lists. The pool's status is shown as received: only what the pool lists
 * is done, and only what says so waits for approval.
 */
export function changeHeadline(change: HeadlineParts, fit: FitText = usualLength): string {
  const { observed, resolved } = change;
  if (change.state === 'unknown' || answeredFailure(change)) {
    const seen = observed === undefined ? '' : ', but it shows at the pool';
    const words = answeredFailure(change) ? 'The pool answered that it failed' : 'Outcome unknown';
    if (isUnresolved(change)) return `${words}${seen}: please check`;
    return `${words}${seen}${resolved === undefined ? '' : ' · checked'}`;
  }
  if (change.state === 'failed')
    return change.failure?.status === undefined ? 'Not sent' : 'Declined by the pool';
  if (change.state !== 'reported') return STATE_WORDS[change.state];
  if (change.lapsed !== undefined && mayBeObserved(change)) return LAPSED;
  if (observed !== undefined)
    return listedText(statusIn(observed.present), { fit, isMoreSeen: saysMoreSince(change) });
  if (answerAwaitsApproval(change.answer)) return 'Sent: waiting for approval at the pool';
  const status = statusIn(answerOf(change));
  return status === null
    ? 'Sent: the pool answered'
    : `Sent: the pool answered ${asSaid(status, fit)}`;
}

/** The pool's answer in its own words; null if there is nothing to tell. */
export function answeredLine(change: HeadlineParts, fit: FitText = usualLength): string | null {
  const { state, failure } = change;
  if (state !== 'reported' && !answeredFailure(change)) return null;
  const own = (answeredFailure(change) ? failure?.said : undefined) ?? statusIn(answerOf(change));
  return `${changeStateText(change)}${own === null ? '' : `: ${fit(400, (most) => statusText(own, most))}`}`;
}

interface ListedParts {
  readonly fit: FitText;
  readonly isMoreSeen: boolean;
}

/**
 * Listed doesn't mean in force: a record may be waiting for the pool's approval, or say so in a
 * field that is documented nowhere.
 */
function listedText(status: string | null, { fit, isMoreSeen: isMore }: ListedParts): string {
  if (isMore && isInForceStatus(status))
    return `Listed by the pool${status === null ? '' : ` as ${asSaid(status, fit)}`}, with fields to check`;
  if (status === null) return 'Done: the pool lists it';
  return isInForceStatus(status)
    ? `Done: the pool lists it as ${asSaid(status, fit)}`
    : `Sent: the pool listed it as ${asSaid(status, fit)}`;
}

/** Trusts the answer's own field if its status says only that something is pending. */
export function answerAwaitsApproval(answer: unknown): boolean {
  if (!isRecord(answer) || answer['requires_approval'] !== true) return false;
  if (!/^(?:status[\s_-])?(?:pending|awaiting|waiting)(?:[\s_-]|$)/i.test(statusIn(answer) ?? ''))
    return false;
  return !Object.entries(answer).some(([name, value]) => DECIDED.test(name) && isGiven(value));
}

/** Fields that tell of a decision. One of several approvals (`approved_by`) is none yet. */
const DECIDED = /^(?:approved_at|(?:reject|declin|cancel|den[iy]|refus|revok|expire|fail)\w*)$/i;

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : !!value;
}

/** Keeps the pool's words from reading like ours. */
function asSaid(status: string, fit: FitText): string {
  return `“${fit(60, (most) => statusText(status, most))}”`;
}

export function byWhom({ by }: WhoAndWhen): string {
  return by === 'pitboss' ? 'Pitboss' : `<@${by.id}>`;
}

export function byAt(mark: WhoAndWhen): string {
  return `${byWhom(mark)} ${timestamp(mark.at)}`;
}

/** For `/setup check`: changes whose outcome is unknown and that nobody has checked. */
export function toLookIntoSentence(open: readonly NamedChange[]): string {
  const names = joinList(
    open.map((each) => changeName(each)),
    5,
  );
  return open.length === 1
    ? `one change with an unknown outcome needs a check: ${names}`
    : `${open.length} changes with an unknown outcome need a check: ${names}`;
}
