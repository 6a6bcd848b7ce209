import { MAX_KEPT, MAX_SAID } from '../../domain/errors/errors.js';
import { KEY_PLACEHOLDER } from '../../domain/key-placeholder.js';
import type { Network, OtherNetwork } from '../../domain/payments/addresses.js';
import type { Change, FailureNote, Mark, Refusal, State } from '../../domain/changes/change.js';
import type { ChangesState } from '../../domain/changes/state.js';
import { statusIn } from '../../domain/changes/change-summary.js';
import { isRecord } from '../../domain/json/is-record.js';
import { answeredFailure } from '../../domain/json/says-failed.js';
import { isUnresolved } from '../../domain/changes/unresolved.js';
import { failureSentence } from '../errors/failures.js';
import { groupThousands } from '../kit/figures.js';
import { formatAddress } from '../pool/payment-settings.js';
import { code, joinList, escapeMarkdown, poolWords } from '../kit/text.js';
import { changeName, type CardPlace, type NamedChange } from './change-name.js';
import { lostEntriesSentence, notBehindSentence, trailBehindSentence } from './restore.js';
import { timestamp } from '../kit/times.js';

/** Sentences about changes: refusals, outcomes, who and when. */

/** Words of the state diagram in ARCHITECTURE.md. */
export const STATE_WORDS: Record<State, string> = {
  pending: 'Waiting for confirmation',
  confirmed: 'Confirmed, about to be sent',
  sent: 'Sent, waiting for the pool’s answer',
  reported: 'Sent once; the pool answered',
  failed: 'Failed',
  unknown: 'Outcome unknown',
  cancelled: 'Cancelled',
  expired: 'Expired',
  drifted: 'Not sent: the present state changed',
};

const ANSWERED_FAILURE = 'Sent once; the pool answered that it failed';

type Standing = Pick<Change, 'state' | 'observed' | 'resolved' | 'answer' | 'failure'>;

/** The state, worded for what the pool answered. */
export function stateWords(change: Pick<Standing, 'state' | 'answer' | 'failure'>): string {
  return answeredFailure(change) ? ANSWERED_FAILURE : STATE_WORDS[change.state];
}

/**
 * How it stands, for titles and lists. `status`: the pool's own, which is shown as it came: only
 * what it lists is done, and only what says so waits for an approval.
 */
export function headline(change: Standing, status: string | null): string {
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
  if (awaitsApproval(change.answer)) return 'Sent: waiting for approval at the pool';
  return status === null ? 'Sent: the pool answered' : `Sent: the pool answered ${asSaid(status)}`;
}

/** What the pool answered, in its own words; null where nothing is to be told. */
export function answeredLine(change: Standing, status: string | null): string | null {
  const { state, failure } = change;
  if (state !== 'reported' && !answeredFailure(change)) return null;
  const own = (answeredFailure(change) ? failure?.said : undefined) ?? status;
  return `${stateWords(change)}${own === null ? '' : `: ${poolWords(own, 60)}`}`;
}

/** Listed is not yet in force: a record may be waiting for the pool's approval. */
function listedWords(status: string | null): string {
  if (status === null) return 'Done: the pool lists it';
  return `${isInForce(status) ? 'Done' : 'Sent'}: the pool lists it as ${asSaid(status)}`;
}

/** Of a listed record: by its status alone, where that can mean nothing else; null = it has none. */
export function isInForce(status: string | null): boolean {
  return (
    status === null || /^\s*(?:active|approved|complete|completed|effective)\s*$/i.test(status)
  );
}

/** By the answer's own field, where its status says no more than that something is waited for. */
function awaitsApproval(answer: unknown): boolean {
  if (!isRecord(answer) || answer['requires_approval'] !== true) return false;
  if (!/^(?:status[\s_-])?(?:pending|awaiting|waiting)(?:[\s_-]|$)/i.test(statusIn(answer) ?? ''))
    return false;
  return ['approved_at', 'rejected_at', 'canceled_by'].every((name) => !answer[name]);
}

/** So that no words of the pool read like ours. */
function asSaid(words: string): string {
  return `“${poolWords(words, 60)}”`;
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
    'There is no such change in this server, so nothing was done. `/changes list` shows those there are.',
  'not-allowed':
    'You need the manager or approver role of Pitboss. Nothing was done. An admin gives roles with `/setup roles`.',
  'second-person':
    'This server wants a second person for this kind of change, so the requester can’t confirm it. Ask another manager or an approver.',
  'not-yours': 'Only the requester or a manager can cancel a change. Nothing was done.',
  frozen:
    'Changes are frozen in this server, so nothing was confirmed or sent. An admin lifts it with `/changes unfreeze`.',
  'already-frozen': 'Changes are frozen already. An admin lifts it with `/changes unfreeze`.',
  'not-frozen': 'Changes are not frozen.',
  'other-key':
    'The API key of this server was changed after this was asked, so it may mean another workspace. Nothing was sent. Ask for it anew with its command, and cancel this one if it still waits.',
  'wrong-characters':
    'These are not the last six characters of the new addresses. Nothing was sent. Compare the addresses with your own records, then try again.',
  'card-gone':
    'The card that you clicked on has been deleted, so nothing was confirmed or sent. `/changes show` shows the change again.',
  'card-bare':
    'The card that you clicked on does not show the change any more: somebody took its contents away. Nothing was confirmed or sent. `/changes show` shows the change again.',
  'card-held':
    'Somebody removed what the card of this change showed, before Pitboss started, so nobody can tell whether it was sent. Nothing was confirmed or sent now. Cancel it, look at what the pool lists, and ask again.',
  'not-admin':
    'Only an admin (Manage Server) can decide on the loosening of a rule. Nothing was changed.',
  'own-loosening':
    'You asked for this, so another admin has to confirm it. Otherwise it takes effect by itself at the time shown. Nothing was changed.',
  'no-loosening':
    'This loosening isn’t waiting any more: it was confirmed, withdrawn or replaced. Nothing was changed. `/setup show` shows the rules now.',
  'struck-out': `A name in this change has \`${KEY_PLACEHOLDER}\` in it: Pitboss puts that wherever the pool’s records hold this server’s API key or how it begins, so the name at the pool is another one. Nothing was asked for or sent. Rename it at the pool, and have the key replaced there, because anyone who could read that name may have it. Then ask again.`,
  behind: trailBehindSentence,
  'lost-entries': lostEntriesSentence,
  'not-behind': notBehindSentence,
  'nothing-to-resolve':
    'Only a change whose outcome is unknown, and that nobody has checked yet, can be marked as checked.',
};

/** `place`: of the card of the other change that it speaks of. */
export function refusalSentence(refusal: Refusal, place: CardPlace | null = null): string {
  if (refusal.why === 'closed') return closedSentence(refusal.change);
  if (refusal.why === 'same-open') return sameOpenSentence({ ...refusal.other, place });
  if (refusal.why === 'same-unknown') {
    const other = { ...refusal.other, place };
    return `An earlier change of ${escapeMarkdown(other.touches, 80)} has an unknown outcome: it may have been done. Look at what the pool lists now (\`/subaccount list\`, \`/payment-settings list\`), then mark that change as checked on its card, which ${changeName(other)} shows; until then nothing else of ${escapeMarkdown(other.touches, 80)} is asked for.`;
  }
  if (refusal.why === 'bad-checksum') return badChecksumSentence(refusal.addresses);
  if (refusal.why === 'other-network') return otherNetworkSentence(refusal.addresses);
  if (refusal.why === 'unreadable') {
    return `The present state could not be read again, so nothing was sent and the change still waits. ${failureSentence(refusal.error)}`;
  }
  return REFUSALS[refusal.why];
}

function badChecksumSentence(addresses: readonly string[]): string {
  const which = addresses.map((address) => formatAddress(address)).join(', ');
  return `The checksum is wrong for this currency: ${which}. That is almost always a typing mistake, and what is paid there is lost, so nothing was asked for or sent. Compare with your own records. If the address is right after all, an admin can allow it with \`/setup roles checksum:warn\`.`;
}

/** Of an address that is whole, but not for the currency. */
export function networkWords(network: Network): string {
  if (network === 'test') return 'a valid address of a test network, where coins are worth nothing';
  if (network === '3…')
    return 'a Bitcoin address, or one of Litecoin in its old form, and nothing tells which; Litecoin’s form of today begins with M';
  if (network === 'future')
    return 'an address of a kind that is not in use yet (witness version 2 or above), where anybody could take what is paid';
  return network === 'another'
    ? 'a valid address of another network, not one for this currency'
    : `a valid ${network} address, not one for this currency`;
}

function otherNetworkSentence(addresses: readonly OtherNetwork[]): string {
  const which = addresses.map(
    (each) => `${formatAddress(each.address)} is ${networkWords(each.network)}`,
  );
  return `${which.join('; ')}. What is paid to the wrong place is lost, so nothing was asked for or sent, and no setting of this server lets it pass. Take the address from your own records of a wallet for this currency.`;
}

function sameOpenSentence(other: Change & NamedChange): string {
  return other.state === 'pending'
    ? `There is already an open change for this: ${changeName(other)}. Confirm or cancel that one first.`
    : `Another change for this is being sent: ${changeName(other)}. Ask again once it has ended.`;
}

/** Answers a late click with what happened instead. */
function closedSentence(change: Change): string {
  const { state } = change;
  if (state === 'pending' || state === 'expired') {
    return `This change expired ${timestamp(change.expiresAt)}. Nothing was sent. Ask for it again.`;
  }
  if (state === 'cancelled') {
    return `This change was cancelled${change.closed ? ` by ${byAt(change.closed)}` : ''}. Nothing was sent.`;
  }
  if (state === 'drifted') {
    return 'This change was closed because the present state had changed. Nothing was sent for it.';
  }
  // Of one that was open when an older copy of the store was accepted, nobody knows who did what.
  if (change.confirmed === undefined && change.failure?.why === 'restored')
    return `${RESTORED_AFTER} Your click sent nothing.`;
  const who = change.confirmed ? ` by ${byAt(change.confirmed)}` : '';
  return `This change was already confirmed${who}. Your click sent nothing.`;
}

/** For `/setup check`. Of one or more whose outcome is unknown, and that nobody has checked. */
export function toLookIntoSentence(open: readonly NamedChange[]): string {
  const names = joinList(
    open.map((each) => changeName(each)),
    5,
  );
  return open.length === 1
    ? `one of unknown outcome needs a check: ${names}`
    : `${open.length} of unknown outcome need a check: ${names}`;
}

/** The outcome, exactly as far as it is known. */
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
      ? 'Look at the pool, then mark this as checked; until then no other change to it is accepted.'
      : null,
    state === 'unknown' || state === 'failed' ? failureWords(failure, state) : null,
    failure.said ? `> The pool said: ${poolWords(failure.said, 300)}` : null,
    bodyLine(failure),
    sizeLine(failure),
  ];
}

/** In the place of what it said, or beside it where nobody knows what that means. */
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
  return sha256 === undefined ? 'What came could not be read' : 'Its answer begins with';
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
    ? 'But the pool has listed what was asked for since.'
    : 'No answer of the pool is known, but it has listed what was asked for since.';
  const open = isAnswered
    ? 'The pool may have done it anyway.'
    : 'Whether the pool did it is not known.';
  const known = isSeen ? seen : open;
  if (failure.why === 'stopped')
    return `**The request was about to leave. ${known}** ${NEVER_AGAIN}`;
  return `**The request was sent once. ${known}** ${NEVER_AGAIN}`;
}

const NEVER_AGAIN = 'It will not be sent again.';
const RESTORED = '**It may have been sent.** It will not be sent again.';
const RESTORED_SEEN =
  '**It may have been sent, and what was asked for was seen at the pool since.** It will not be sent again.';

/** `most`: characters of what may be long. */
export function failureWords(
  failure: FailureNote,
  state: 'unknown' | 'failed',
  most = 200,
): string {
  const { why, error = '', status, fault } = failure;
  if (why === 'restored') return RESTORED_AFTER;
  if (why !== 'pool') return state === 'unknown' ? STOPPED_AFTER : NOT_SENT[why];
  // Without a status, this client declined to send.
  if (error === 'PoolRejected' && status === undefined && fault !== undefined) {
    return `**Nothing was sent:** ${escapeMarkdown(fault, most)}.`;
  }
  const withStatus = status === undefined ? '' : ` (${status})`;
  if (failure.answer !== undefined) {
    return `The pool answered${withStatus}, and its answer says that it failed.`;
  }
  if (failure.sha256 !== undefined && OPEN_ERRORS.has(error)) {
    return `The pool’s answer${withStatus} was too long to read.`;
  }
  if (error === 'PoolNotFound' && fault !== undefined) {
    return `The pool did not do it${withStatus}: ${escapeMarkdown(fault, most)}. The bot’s operator can check \`POOL_API_URL\`.`;
  }
  return state === 'failed'
    ? (UNREACHED[error] ?? `The pool refused it${withStatus}${REFUSED[error] ?? ''}.`)
    : `${BROKEN_OFF[error] ?? 'Something went wrong before an answer could be noted'}${withStatus}.`;
}

const STOPPED_AFTER =
  'Pitboss was stopped, or could not write, before the pool’s answer could be noted.';

const RESTORED_AFTER =
  'An older copy of the bot’s store was put back while this was open, and what became of it in the lost entries is not known. An earlier card of it or the audit channel may tell.';

const NOT_SENT: Record<Exclude<FailureNote['why'], 'pool' | 'restored'>, string> = {
  frozen: 'Changes were frozen in the moment of sending. **Nothing was sent.**',
  expired: 'It expired before it could be sent. **Nothing was sent.**',
  'other-key':
    'The API key of this server was changed in the moment of sending. **Nothing was sent.** Ask again.',
  late: 'Pitboss was held up in the moment of sending, for so long that others may have gone on without it. **Nothing was sent.** Ask again if it is still wanted.',
  unread:
    'The bot’s store could not be read in the moment of sending, so it was not known whether it still might leave. **Nothing was sent.** Ask again.',
  behind:
    'Entries of this server were found missing at the moment of sending. **Nothing was sent.**',
  'other-request':
    'This version of Pitboss would send another request than the one confirmed. **Nothing was sent.** Ask again.',
  stopped:
    'Pitboss was stopped after the confirmation and before sending. **Nothing was sent.** Ask again.',
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

/** An outcome that can't be stored yet: shown to the person who confirmed. */
export interface HeldOutcome {
  readonly title: string;
  readonly sentences: string;
}

const HELD =
  'It can’t be noted yet, so the card does not show it: that is tried again every few seconds, and `/setup check` says why. Nothing is sent again.';

/** For `/setup check`. */
export function notEnteredSentence(ids: readonly string[]): string {
  const which = joinList(
    ids.map((id) => code(id, 40)),
    3,
  );
  return `The pool’s answer to ${which} couldn’t be noted yet; that is tried again every few seconds, and nothing is sent again.`;
}

interface HeldAnswer {
  /** Null: the record has none. */
  readonly status: string | null;
  readonly id: string | null;
  /** Why it says that it failed, perhaps without a reason; null: it doesn't. */
  readonly failure: string | null;
}

export function heldAnswer({ status, id, failure }: HeldAnswer): HeldOutcome {
  const parts = [
    ...(status === null ? [] : [`status **${poolWords(status, 80)}**`]),
    ...(id === null ? [] : [`id ${code(id, 80)}`]),
    ...(failure ? [`“${poolWords(failure, 300)}”`] : []),
  ];
  const said = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  return {
    title: `${failure === null ? 'Sent once' : 'The pool answered that it failed'}; not noted yet`,
    sentences: `The request was sent once, and the pool answered${said}.\n${HELD}`,
  };
}

export function heldFailure(failure: FailureNote, state: 'unknown' | 'failed'): HeldOutcome {
  const next =
    state === 'failed'
      ? 'Should it still be wanted, ask for it again once the card shows this.'
      : 'Look at the pool, and ask for the same again only once that is clear.';
  const title = `${stateWords({ state, failure })}; not noted yet`;
  const lines = [...outcomeLines({ state, failure }), HELD, next];
  return { title, sentences: lines.filter((line) => line !== null).join('\n') };
}

export function trailBrokenSentence(seq: number): string {
  return `The audit trail of this server is broken at entry ${seq}, so changes cannot be relied on and none is made. The bot’s operator finds out more with \`npm run verify-audit\`.`;
}
