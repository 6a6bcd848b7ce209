import { MAX_KEPT, MAX_SAID } from '../../domain/errors/errors.js';
import { KEY_PLACEHOLDER } from '../../domain/guild/key-placeholder.js';
import type { Network, OtherNetwork } from '../../domain/payments/addresses.js';
import type { Change, FailureNote, Mark, Refusal, State } from '../../domain/changes/change.js';
import type { ChangesState } from '../../domain/changes/state.js';
import { statusIn } from '../../domain/changes/change-summary.js';
import { isRecord } from '../../domain/json/is-record.js';
import { answeredFailure } from '../../domain/json/answered-failure.js';
import { isUnresolved } from '../../domain/changes/unresolved.js';
import { failureSentence } from '../errors/failures.js';
import { groupThousands } from '../kit/figures.js';
import { formatAddress } from '../pool/payment-settings.js';
import { code, joinList, escapeMarkdown, poolWords, statusWords } from '../kit/text.js';
import { changeName, type GuildMessage, type NamedChange } from './change-name.js';
import { lostEntriesSentence, notBehindSentence, trailBehindSentence } from './restore.js';
import { timestamp } from '../kit/times.js';

/** Sentences about changes: refusals, outcomes, who and when. */

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

type Standing = Pick<Change, 'state' | 'observed' | 'resolved' | 'answer' | 'failure'>;

/** The state, worded for what the pool answered. */
export function stateWords(change: Pick<Standing, 'state' | 'answer' | 'failure'>): string {
  return answeredFailure(change) ? ANSWERED_FAILURE : STATE_WORDS[change.state];
}

/**
 * Its state, for titles and lists. `status` is the pool's, shown as received: only what the pool
 * lists is done, and only what says so waits for approval.
 */
export function changeHeadline(change: Standing, status: string | null): string {
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
  if (observed !== undefined) return listedWords(statusIn(observed.present));
  if (answerAwaitsApproval(change.answer)) return 'Sent: waiting for approval at the pool';
  return status === null ? 'Sent: the pool answered' : `Sent: the pool answered ${asSaid(status)}`;
}

/** The pool's answer in its own words; null if there is nothing to tell. */
export function answeredLine(change: Standing, status: string | null): string | null {
  const { state, failure } = change;
  if (state !== 'reported' && !answeredFailure(change)) return null;
  const own = (answeredFailure(change) ? failure?.said : undefined) ?? status;
  return `${stateWords(change)}${own === null ? '' : `: ${statusWords(own, 60)}`}`;
}

/** Listed doesn't mean in force: a record may be waiting for the pool's approval. */
function listedWords(status: string | null): string {
  if (status === null) return 'Done: the pool lists it';
  return `${isInForce(status) ? 'Done' : 'Sent'}: the pool lists it as ${asSaid(status)}`;
}

/** Judges a listed record by its status, if that is unambiguous; null = it has none. */
export function isInForce(status: string | null): boolean {
  return (
    status === null || /^\s*(?:active|approved|complete|completed|effective)\s*$/i.test(status)
  );
}

/** Trusts the answer's own field if its status says only that something is pending. */
export function answerAwaitsApproval(answer: unknown): boolean {
  if (!isRecord(answer) || answer['requires_approval'] !== true) return false;
  if (!/^(?:status[\s_-])?(?:pending|awaiting|waiting)(?:[\s_-]|$)/i.test(statusIn(answer) ?? ''))
    return false;
  return ['approved_at', 'rejected_at', 'canceled_by'].every((name) => !answer[name]);
}

/** Keeps the pool's words from reading like ours. */
function asSaid(status: string): string {
  return `“${statusWords(status, 60)}”`;
}

export function byWhom({ by }: Mark): string {
  return by === 'pitboss' ? 'Pitboss' : `<@${by.id}>`;
}

export function byAt(mark: Mark): string {
  return `${byWhom(mark)} ${timestamp(mark.at)}`;
}

export function frozenLine(frozen: NonNullable<ChangesState['frozen']>): string {
  return `🧊 **Changes are frozen** by ${byAt(frozen)}: ${escapeMarkdown(frozen.reason, 200)}. Nobody can confirm any until an admin runs \`/changes unfreeze\`.`;
}

type PlainRefusal = Exclude<
  Refusal,
  { change: Change } | { other: Change } | { error: unknown } | { addresses: readonly unknown[] }
>;

const REFUSALS: Record<PlainRefusal['why'] | 'nothing-to-resolve', string> = {
  'no-such-change':
    'This server has no such change, so nothing was done. `/changes list` shows all changes.',
  'not-allowed':
    'You need a manager or approver role. Nothing was done. An admin sets these roles with `/setup roles`.',
  'second-person':
    'You requested this change, and this server needs a second person to confirm it. Ask another manager or an approver.',
  'not-yours': 'Only the requester or a manager can cancel a change. Nothing was done.',
  frozen:
    'Changes are frozen in this server, so nothing was confirmed or sent. An admin can lift the freeze with `/changes unfreeze`.',
  'already-frozen':
    'Changes are already frozen. An admin can lift the freeze with `/changes unfreeze`.',
  'not-frozen': 'Changes aren’t frozen.',
  'other-key':
    'This server’s API key has changed since the request, so the change might reach another workspace. Nothing was sent. Cancel this one if it still waits, then request it again with its command.',
  'wrong-characters':
    'Those aren’t the last six characters of the new addresses. Nothing was sent. Compare the addresses with your own records, then try again.',
  'card-gone':
    'The card you clicked has been deleted, so nothing was confirmed or sent. `/changes show` shows the change again.',
  'card-bare':
    'The card you clicked no longer shows the change: somebody removed its contents. Nothing was confirmed or sent. `/changes show` shows the change again.',
  'card-held':
    'Somebody removed the contents of this change’s card before Pitboss started, so nobody can tell whether it was sent. Your click confirmed and sent nothing. Cancel it, check what the pool lists, and ask again.',
  'not-admin':
    'Only an admin (Manage Server) can confirm or withdraw a looser rule. Nothing was changed.',
  'own-loosening':
    'You requested this, so another admin has to confirm it. Otherwise it takes effect automatically at the time shown. Nothing was changed.',
  'no-loosening':
    'This looser rule is no longer waiting: it was confirmed, withdrawn or replaced. Nothing was changed. `/setup show` shows the current rules.',
  'struck-out': `A name in this change shows \`${KEY_PLACEHOLDER}\`. Pitboss writes that where the pool’s records contain this server’s API key or its beginning, so the real name at the pool is different. Nothing was requested or sent. Rename it at the pool and have the key replaced there: anyone who could read that name may have the key. Then ask again.`,
  behind: trailBehindSentence,
  'lost-entries': lostEntriesSentence,
  'not-behind': notBehindSentence,
  'nothing-to-resolve':
    'You can mark a change as checked only while its outcome is unknown and nobody has checked it yet.',
};

/** `place`: where the card of the other change is, if the sentence names one. */
export function refusalSentence(refusal: Refusal, place: GuildMessage | null = null): string {
  if (refusal.why === 'closed') return closedSentence(refusal.change);
  if (refusal.why === 'same-open') return sameOpenSentence({ ...refusal.other, place });
  if (refusal.why === 'same-unknown') {
    const other = { ...refusal.other, place };
    return `An earlier change to ${escapeMarkdown(other.touches, 80)} has an unknown outcome: the pool may have done it. Check what the pool lists now (\`/subaccount list\`, \`/payment-settings list\`), then mark that change as checked on its card: ${changeName(other)}. Until then, no other change to ${escapeMarkdown(other.touches, 80)} is accepted.`;
  }
  if (refusal.why === 'bad-checksum') return badChecksumSentence(refusal.addresses);
  if (refusal.why === 'other-network') return otherNetworkSentence(refusal.addresses);
  if (refusal.why === 'unreadable') {
    return `The pool’s current values couldn’t be read again, so nothing was sent and the change still waits. ${failureSentence(refusal.error)}`;
  }
  return REFUSALS[refusal.why];
}

function badChecksumSentence(addresses: readonly string[]): string {
  const which = addresses.map((address) => formatAddress(address)).join(', ');
  return `The checksum is wrong for this currency: ${which}. This is almost certainly a typo, and coins sent there would be lost, so nothing was requested or sent. Compare with your own records. If the address is right after all, an admin can allow it with \`/setup roles checksum:warn\`.`;
}

/** For an address that is complete, but not for this currency. */
export function networkWords(network: Network): string {
  if (network === 'test') return 'a valid address on a test network, where coins are worth nothing';
  if (network === '3…')
    return 'either a Bitcoin address or an old-style Litecoin address, and nobody can tell which; new Litecoin addresses begin with M';
  if (network === 'future')
    return 'an address of a kind that no wallet gives out (a witness version or length not in use yet, or pay to anchor), where anybody could take the coins';
  return network === 'another'
    ? 'a valid address on another network, not one for this currency'
    : `a valid ${network} address, not one for this currency`;
}

function otherNetworkSentence(addresses: readonly OtherNetwork[]): string {
  const which = addresses.map(
    (each) => `${formatAddress(each.address)} is ${networkWords(each.network)}`,
  );
  return `${which.join('; ')}. Coins sent to the wrong place are lost, so nothing was requested or sent, and no setting can allow it. Take the address from your own records of a wallet for this currency.`;
}

function sameOpenSentence(other: Change & NamedChange): string {
  return other.state === 'pending'
    ? `There is already an open change for this: ${changeName(other)}. Confirm or cancel that one first.`
    : `Another change for this is being sent: ${changeName(other)}. Request this again once it has ended.`;
}

/** Answers a late click with what happened instead. */
function closedSentence(change: Change): string {
  const { state } = change;
  if (state === 'pending' || state === 'expired') {
    return `This change expired ${timestamp(change.expiresAt)}. Nothing was sent. Request it again if you still want it.`;
  }
  if (state === 'cancelled') {
    return `This change was cancelled${change.closed ? ` by ${byAt(change.closed)}` : ''}. Nothing was sent.`;
  }
  if (state === 'drifted') {
    return 'This change was closed because the pool’s values had changed. Nothing was sent for it.';
  }
  // If it was open when an older copy of the store was accepted, nobody knows who did what.
  if (change.confirmed === undefined && change.failure?.why === 'restored')
    return `${RESTORED_AFTER} Your click sent nothing.`;
  const who = change.confirmed ? ` by ${byAt(change.confirmed)}` : '';
  return `This change was already confirmed${who}. Your click sent nothing.`;
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

/** The outcome, exactly as far as known. */
export function outcomeLines({
  state,
  failure,
  observed,
  resolved,
}: Pick<Change, 'state' | 'failure' | 'observed' | 'resolved'>): (string | null)[] {
  if (failure === undefined) return [];
  return [
    state === 'unknown' ? sentUnknown(failure, observed !== undefined) : null,
    isUnresolved({ state, resolved })
      ? 'Check at the pool, then mark this as checked. Until then, no other change to it is accepted.'
      : null,
    state === 'unknown' || state === 'failed' ? failureWords(failure, state) : null,
    failure.said ? `> The pool said: ${poolWords(failure.said, 300)}` : null,
    bodyLine(failure),
    sizeLine(failure),
  ];
}

/** Instead of what the pool said, or beside it if nobody knows what that means. */
function bodyLine(failure: FailureNote): string | null {
  const { body, said, error = '' } = failure;
  if (!body) return null;
  if (said === undefined || OPEN_ERRORS.has(error))
    return `> ${beginning(failure)}: ${code(body, 300)}`;
  return Array.from(said).length < MAX_SAID ? null : SAID_MORE;
}

const OPEN_ERRORS = new Set(['PoolUnclear', 'PoolUnreadable']);
const SAID_MORE = '-# The pool said more. `/changes export` has its whole answer.';

function beginning({ sha256, error, size }: FailureNote): string {
  if (error === 'PoolUnclear' && size === undefined) return 'Its answer';
  return sha256 === undefined ? 'The answer couldn’t be read' : 'Its answer begins with';
}

/** For an answer that wasn't kept whole. */
function sizeLine({ size, sha256 }: FailureNote): string | null {
  if (size === undefined) return null;
  const bytes = `${groupThousands(String(size))} bytes`;
  if (sha256 === undefined && size > MAX_KEPT) return `-# Reading stopped after ${bytes}.`;
  return sha256 === undefined
    ? `-# Only ${bytes} of its answer arrived.`
    : `-# The answer had ${bytes}; Pitboss reads the first 256 KiB. SHA-256 of the whole answer: ${code(sha256)}`;
}

function sentUnknown(failure: FailureNote, isSeen: boolean): string {
  if (failure.why === 'restored') return isSeen ? RESTORED_SEEN : RESTORED;
  const isAnswered = failure.answer !== undefined || failure.size !== undefined;
  const seen = isAnswered
    ? 'But the pool has since listed what was requested.'
    : 'The pool’s answer isn’t known, but it has since listed what was requested.';
  const open = isAnswered
    ? 'The pool may have done it anyway.'
    : 'Nobody knows whether the pool did it.';
  const known = isSeen ? seen : open;
  if (failure.why === 'stopped')
    return `**The request was about to be sent. ${known}** ${NEVER_AGAIN}`;
  return `**The request was sent once. ${known}** ${NEVER_AGAIN}`;
}

const NEVER_AGAIN = 'It will not be sent again.';
const RESTORED = '**It may have been sent.** It will not be sent again.';
const RESTORED_SEEN =
  '**It may have been sent, and the pool has since listed what was requested.** It will not be sent again.';

/** `most`: characters of each part that may be long. */
export function failureWords(
  failure: FailureNote,
  state: 'unknown' | 'failed',
  most = 200,
): string {
  const { why, error = '', status, fault } = failure;
  if (why === 'restored') return RESTORED_AFTER;
  if (why !== 'pool') return state === 'unknown' ? STOPPED_AFTER : NOT_SENT[why];
  // Without a status, it was this client that declined to send.
  if (error === 'PoolRejected' && status === undefined && fault !== undefined) {
    return `**Nothing was sent:** ${escapeMarkdown(fault, most)}.`;
  }
  const withStatus = status === undefined ? '' : ` (${status})`;
  if (failure.answer !== undefined) {
    return `The pool answered${withStatus}, but its answer says that it failed.`;
  }
  if (failure.sha256 !== undefined && OPEN_ERRORS.has(error)) {
    return `The pool’s answer${withStatus} was too long to read.`;
  }
  if (error === 'PoolNotFound' && fault !== undefined) {
    return `The pool did not do it${withStatus}: ${escapeMarkdown(fault, most)}. The bot’s operator can check \`POOL_API_URL\`.`;
  }
  return state === 'failed'
    ? (UNREACHED[error] ?? `The pool refused it${withStatus}${REFUSED[error] ?? ''}.`)
    : `${BROKEN_OFF[error] ?? 'Something went wrong before the answer could be saved'}${withStatus}.`;
}

const STOPPED_AFTER =
  'Pitboss was stopped, or couldn’t write, before it could save the pool’s answer.';

const RESTORED_AFTER =
  'An older copy of the bot’s data was restored while this was open, so nobody knows what happened to it in the lost entries. An earlier card or the audit channel may show it.';

const NOT_SENT: Record<Exclude<FailureNote['why'], 'pool' | 'restored'>, string> = {
  frozen: 'Changes were frozen at the moment of sending. **Nothing was sent.**',
  expired: 'It expired before it could be sent. **Nothing was sent.**',
  'other-key':
    'This server’s API key was changed at the moment of sending. **Nothing was sent.** Request it again.',
  'other-rules':
    'Who may confirm, or what may be paid to, was changed at the moment of sending, and the confirmation isn’t enough any more. **Nothing was sent.** Request it again.',
  late: 'Pitboss was held up too long at the moment of sending. **Nothing was sent.** Request it again if you still want it.',
  unread:
    'The bot’s data couldn’t be read at the moment of sending, so Pitboss couldn’t tell whether it was still allowed. **Nothing was sent.** Request it again.',
  behind:
    'Audit entries of this server turned out to be missing at the moment of sending. **Nothing was sent.**',
  'other-request':
    'This version of Pitboss would send a different request from the one that was confirmed. **Nothing was sent.** Request it again.',
  stopped:
    'Pitboss was stopped, or lost its data store, after the confirmation but before sending. **Nothing was sent.** Request it again.',
};

const REFUSED: Record<string, string> = {
  PoolKeyRefused: ': it does not accept the API key',
  PoolForbidden: ': the API key may not do this',
  PoolNotFound: ': it knows nothing by that name',
  PoolBusy: ': it is limiting requests',
};

const UNREACHED: Record<string, string> = {
  PoolUnreachable: 'The pool could not be reached, so nothing was sent.',
  PoolTimeout: 'The pool could not be reached in time, so nothing was sent.',
};

const BROKEN_OFF: Record<string, string> = {
  PoolTimeout: 'The pool did not answer in time',
  PoolUnreachable: 'The connection broke before an answer came',
  PoolBroken: 'The pool failed on its side',
  PoolUnclear: 'The pool answered, but not in a way that says whether it was done',
  PoolUnreadable: 'The pool answered with something that could not be read',
};

export function trailBrokenSentence(seq: number): string {
  return `This server’s audit trail is broken at entry ${seq}, so changes can’t be trusted and none is made. The bot’s operator can find out more with \`npm run verify-audit\`.`;
}
