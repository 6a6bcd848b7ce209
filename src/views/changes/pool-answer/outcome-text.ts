import { isPage } from '../../../domain/pool-answers/answer-text.js';
import { hasExtraFields } from '../../../domain/pool-answers/has-extra-fields.js';
import { MAX_KEPT } from '../../../domain/errors/pool-errors.js';
import {
  mayBeInLostEntries,
  type Change,
  type FailureNote,
} from '../../../domain/changes/change.js';
import { isUnresolved } from '../../../domain/changes/unresolved.js';
import { usualLength, type FitText } from '../text/fit-text.js';
import { groupThousands } from '../../kit/figures.js';
import { code, escapeMarkdown, poolText } from '../../kit/text.js';

/** The outcome, exactly as far as known. */
export function outcomeLines(
  change: Pick<Change, 'state' | 'failure' | 'observed' | 'resolved'>,
  fit: FitText = usualLength,
): (string | null)[] {
  const { state, failure } = change;
  if (failure === undefined) return [];
  const { said } = failure;
  return [
    state === 'unknown' ? sentUnknown(failure, change) : null,
    state === 'unknown' || state === 'failed'
      ? fit(200, (most) => failureText(failure, state, most))
      : null,
    said ? `> The pool said: ${fit(300, (most) => poolText(said, most))}` : null,
    bodyLine(failure, fit),
    sizeLine(failure),
  ];
}

/** What its unknown outcome asks of people; null if somebody has checked it. */
export function toCheckLine(change: Change, rule: 'self' | 'second'): string | null {
  if (!isUnresolved(change)) return null;
  const who = rule === 'second' ? 'Somebody other than the requester has to check' : 'Check';
  const list = change.rule === 'payments' ? 'payment-settings' : 'subaccount';
  return `${who} at the pool (\`/${list} list\` shows it), then mark this as checked. ${blockedSentence(change)}`;
}

/** What is refused until an unknown outcome is checked: nothing else is. */
export function blockedSentence({ rule, touches }: Pick<Change, 'rule' | 'touches'>): string {
  const thing = escapeMarkdown(touches, 80);
  return rule === 'payments'
    ? `Until then, no other change to ${thing} is accepted.`
    : `Until then, no other request to move or create ${thing} is accepted. Its payment settings can still be changed.`;
}

/** Instead of the pool's message, or beside it if the answer says more or nobody knows what it means. */
function bodyLine(failure: FailureNote, fit: FitText): string | null {
  const { body, said, error = '', status } = failure;
  if (!body) return null;
  const isOpen = said === undefined || OPEN_ERRORS.has(error);
  if (!isOpen && !hasExtraFields(body, { said, status })) return null;
  // Of no use on a card.
  if (!isOpen && isPage(body)) return SAID_MORE;
  const text = `> ${beginning(failure)}: ${fit(300, (most) => code(body, most))}`;
  return isOpen || Array.from(body).length <= 300 ? text : `${text}\n${SAID_MORE}`;
}

const OPEN_ERRORS = new Set(['PoolUnclear', 'PoolUnreadable']);
const SAID_MORE = '-# The pool said more. `/changes export` has its whole answer.';

function beginning({ sha256, error, size }: FailureNote): string {
  if (error !== 'PoolUnreadable' && size === undefined) return 'Its answer';
  return sha256 === undefined ? 'The answer couldn’t be read' : 'Its answer begins with';
}

/** For an answer that wasn't kept whole. */
function sizeLine({ size, sha256 }: FailureNote): string | null {
  if (size === undefined) return null;
  const bytes = `${groupThousands(String(size))} bytes`;
  if (sha256 === undefined && size > MAX_KEPT) return `-# Reading stopped after ${bytes}.`;
  return sha256 === undefined
    ? `-# ${bytes} of its answer arrived, which can’t be read as a whole one.`
    : `-# The answer had ${bytes}; Pitboss reads the first 256 KiB. SHA-256 of the whole answer: ${code(sha256)}`;
}

function sentUnknown(
  failure: FailureNote,
  { observed, resolved }: Pick<Change, 'observed' | 'resolved'>,
): string {
  const isSeen = observed !== undefined;
  if (mayBeInLostEntries(failure)) {
    const restored = isSeen ? RESTORED_SEEN : RESTORED;
    return `**${restored}** ${NEVER_AGAIN}`;
  }
  const { seen, open, checked } = KNOWN[whatIsKnown(failure)];
  const unseen = resolved === undefined ? open : checked;
  const known = isSeen ? seen : unseen;
  const sent = failure.why === 'stopped' ? 'about to be sent' : 'sent once';
  return `**The request was ${sent}. ${known}** ${NEVER_AGAIN}`;
}

/** What came back: a record that says it failed, anything else, or nothing. */
function whatIsKnown({ answer, status, size }: FailureNote): keyof typeof KNOWN {
  if (answer !== undefined) return 'failed';
  // Before a 1xx status nothing is an answer yet.
  const hasStatus = status !== undefined && status >= 200;
  return hasStatus || size !== undefined ? 'unclear' : 'nothing';
}

/** `checked`: somebody has looked since, and what they found stands below. */
const KNOWN = {
  failed: {
    open: 'The pool may have done it anyway.',
    checked: 'Its answer says that it failed.',
    seen: 'But the pool has since listed what was requested.',
  },
  unclear: {
    open: 'Nobody knows whether the pool did it.',
    checked: 'Its answer leaves open whether it was done.',
    seen: 'Its answer left that open, but the pool has since listed what was requested.',
  },
  nothing: {
    open: 'Nobody knows whether the pool did it.',
    checked: 'Its answer isn’t known.',
    seen: 'The pool’s answer isn’t known, but it has since listed what was requested.',
  },
} as const;

const NEVER_AGAIN = 'It will not be sent again.';
const RESTORED = 'It may have been sent.';
const RESTORED_SEEN = 'It may have been sent, and the pool has since listed what was requested.';

/** `most`: characters of each part that may be long. */
export function failureText(failure: FailureNote, state: 'unknown' | 'failed', most = 200): string {
  const { why, error = '', status, fault } = failure;
  if (why === 'restored') return RESTORED_AFTER;
  if (why === 'card-removed') return CARD_REMOVED;
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
  if (state === 'unknown' && CERTAIN.has(error))
    return `The pool declined this request${withStatus}. Entries of this server were missing then, and one in them may have been sent.`;
  if (error === 'PoolNotFound' && fault !== undefined) {
    return `The pool did not do it${withStatus}: ${escapeMarkdown(fault, most)}. The bot’s operator can check \`POOL_API_URL\`.`;
  }
  return state === 'failed'
    ? (UNREACHED[error] ?? `The pool declined it${withStatus}${REFUSED[error] ?? ''}.`)
    : `${BROKEN_OFF[error] ?? 'Something went wrong before the answer could be saved'}${withStatus}.`;
}

const STOPPED_AFTER =
  'Pitboss was stopped, or couldn’t write, before it could save the pool’s answer.';

export const RESTORED_AFTER =
  'An older copy of the bot’s data was restored while this was open, so nobody knows what happened to it in the lost entries. An earlier card or the audit channel may show it.';

export const CARD_REMOVED =
  'Somebody removed this change’s card or what it showed, or Pitboss’s own note of it is damaged. It may have said that the change was sent, in entries that are lost, so nobody knows. The audit channel may show it.';

const NOT_SENT: Record<
  Exclude<FailureNote['why'], 'pool' | 'restored' | 'card-removed'>,
  string
> = {
  frozen: 'Changes were frozen at the moment of sending. **Nothing was sent.**',
  expired: 'It expired before it could be sent. **Nothing was sent.**',
  'other-key':
    'This server’s API key was changed or deleted at the moment of sending. **Nothing was sent.** Request it again.',
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

/** The pool did nothing of this request. */
const CERTAIN = new Set([
  'PoolRejected',
  'PoolKeyRefused',
  'PoolForbidden',
  'PoolNotFound',
  'PoolBusy',
]);

const REFUSED: Record<string, string> = {
  PoolKeyRefused: ': it does not accept the API key',
  PoolForbidden: ': the API key may not do this',
  PoolNotFound: ': its status says “not found”',
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
