import type { Change } from '../../../domain/changes/change.js';
import { isUnresolved, mayBeObserved } from '../../../domain/changes/unresolved.js';
import { saysMoreSince } from '../../../domain/changes/undocumented-fields.js';
import { isRecord } from '../../../domain/json/is-record.js';
import { isClosedAhead, statusIn, textIn } from '../../../domain/changes/change-summary.js';
import { frozenUntil } from '../../../domain/payment-settings/payment-attention.js';
import { changeName, messageUrl } from '../change-name.js';
import { answeredLine, answerAwaitsApproval, byAt, byWhom } from '../change-headline.js';
import { replacedAtPoolLine } from './related-lines.js';
import { renewalLine } from './renewal.js';
import { escapeMarkdown, statusText } from '../../kit/text.js';
import { poolTime, timestamp } from '../../kit/times.js';
import type { FitText } from '../text/fit-text.js';
import type { ChangeCardParts } from './change-card-parts.js';

/** How the lines of a card are written. */
export interface CardLayout {
  /** The short card of a finished change. */
  readonly isShort: boolean;
  /** Cuts what people and the pool wrote. */
  readonly fit: FitText;
}

export function copyLine({ liveCard, entryRef, isPrivate }: ChangeCardParts): string | null {
  if (liveCard === null) return null;
  const entry = entryRef === null ? '' : ` as of entry ${entryRef.seq}`;
  const buttons = isPrivate ? ' for everybody' : ' and the buttons';
  return `📌 **A snapshot${entry}.** [The live card](${messageUrl(liveCard)}) has the current state${buttons}.`;
}

export function askedLines(
  change: Change,
  { renewal, isWhole }: ChangeCardParts,
  { isShort, fit }: CardLayout,
): (string | null)[] {
  const { requester, askedAt, reason } = change;
  const none = isWhole ? 'No reason given' : null;
  const why =
    reason === undefined ? none : `Reason: ${fit(300, (most) => escapeMarkdown(reason, most))}`;
  const asked = `Requested by <@${requester.id}> ${timestamp(askedAt)}`;
  if (isShort) {
    const small = reason === undefined ? null : `-# ${why}`;
    return [renewal === null ? whoLine(asked, change) : renewalLine(change, renewal), small];
  }
  return [renewal === null ? asked : renewalLine(change, renewal), why];
}

/** For a change that has ended: the people come after its outcome, in small print. */
function whoLine(asked: string, { confirmed }: Change): string {
  return `-# ${asked}${confirmed === undefined ? '' : ` · confirmed by ${byAt(confirmed)}`}`;
}

export function closedStateLines(
  change: Change,
  parts: ChangeCardParts,
  { isShort, fit }: CardLayout,
): (string | null)[] {
  const { confirmed, closed, ended, state } = change;
  const answered = answeredLine(change, fit);
  return [
    confirmed && (!isShort || parts.renewal !== null) ? `Confirmed by ${byAt(confirmed)}` : null,
    answered === null ? null : isAnswerSuperseded(change) ? `-# ${answered}` : `**${answered}**`,
    state === 'reported' && ended
      ? `${isShort ? '-# ' : ''}The pool answered ${timestamp(change.answeredAt ?? ended.at)}${isShort ? '' : ', as shown below'}. The status is the pool’s own word.`
      : null,
    state === 'cancelled' && closed ? `Cancelled by ${byAt(closed)}. Nothing was sent.` : null,
    state === 'expired' ? expiredLine(change) : null,
    state === 'drifted' ? driftLine(change, parts) : askedAgainLine(parts),
  ];
}

function expiredLine(change: Change): string {
  return isClosedAhead(change)
    ? 'It was requested while a clock was wrong: its time lay ahead. Nothing was sent.'
    : 'Nobody confirmed it in time. Nothing was sent.';
}

/** Then the pool's first answer is history. */
export function isAnswerSuperseded(change: Change): boolean {
  return change.observed !== undefined && !mayBeObserved(change) && !isUnresolved(change);
}

/** What became known after the request ended. */
export function laterLines(
  change: Change,
  parts: ChangeCardParts,
  fit: FitText,
): (string | null)[] {
  const { observed, resolved } = change;
  const seen = statusIn(observed?.present);
  const status =
    seen === null ? '' : `, with status **${fit(60, (most) => statusText(seen, most))}**`;
  return [
    observed
      ? `👁️ Seen at the pool ${timestamp(observed.at)}: it then listed what was requested${status}.${saysMoreSince(change) ? CHECK_FIELDS : ''}`
      : notObservedLine(change, parts),
    lapsedLine(change, fit),
    replacedAtPoolLine(parts.replacedAtPool),
    frozenUntilLine(change),
    resolved
      ? `Checked by ${byWhom(resolved)} ${timestamp(resolved.at)}: ${fit(400, (most) => escapeMarkdown(resolved.note, most))}`
      : null,
  ];
}

const CHECK_FIELDS =
  ' Check the fields that Pitboss doesn’t know: one of them may say that it isn’t in force.';

function lapsedLine(change: Change, fit: FitText): string | null {
  const { lapsed } = change;
  if (lapsed === undefined || !mayBeObserved(change)) return null;
  const status = statusIn(lapsed.present);
  const said =
    status === null ? '' : ` (status **${fit(60, (most) => statusText(status, most))}**)`;
  return `⚠️ **Looked at the pool ${timestamp(lapsed.at)}:** it no longer said that anything waits for approval${said}, and didn’t list what was requested. It may have been declined, or another change took its place: look there before you ask again.${saysMoreSince(change) ? CHECK_WAITING : ''}`;
}

const CHECK_WAITING =
  ' Check the fields that Pitboss doesn’t know: one of them may say that it still waits.';

/** As the record stood when the effect was seen. */
function frozenUntilLine({ observed }: Change): string | null {
  const until = frozenUntil(
    { frozen_until: textIn(observed?.present, 'frozen_until') },
    observed?.at ?? 0,
  );
  return until === null
    ? null
    : `⚠️ **Payouts frozen:** the pool lists these settings as frozen until ${poolTime(until)}.`;
}

function askedAgainLine({ replacedBy }: ChangeCardParts): string | null {
  return replacedBy === null ? null : `🔁 Asked again: ${changeName(replacedBy)}`;
}

function driftLine({ closed }: Change, { objection, replacedBy }: ChangeCardParts): string {
  const who = closed === undefined ? '' : `Confirmed by ${byAt(closed)}. `;
  const next =
    replacedBy === null
      ? (objection ?? 'Ask again if you still want it.')
      : `A new request was made with the current values: ${changeName(replacedBy)}.`;
  return `${who}Just before sending, Pitboss read the pool again: its values are no longer those shown. **Nothing was sent.** ${next}`;
}

function notObservedLine(change: Change, parts: ChangeCardParts): string | null {
  if (change.lapsed !== undefined) return null;
  const { state, failure, answer } = change;
  const { lookedForUntil, isLookedFor, isKnown, isKeyGone } = parts;
  if (lookedForUntil === null || (state !== 'reported' && state !== 'unknown')) return null;
  if (isKeyGone) return keyGoneLine;
  if (!isKnown) return isRecord(failure?.answer) && failure.answer['id'] ? failedIdLine : noIdLine;
  const until = timestamp(lookedForUntil);
  const looks = isLookedFor
    ? `Pitboss checks the pool until ${until} and updates this card when the change shows up.`
    : `Not seen in force at the pool up to ${until}. If Pitboss sees it later, it updates this card.`;
  // The pool's payment settings say whether something still waits.
  const isUnheard = answerAwaitsApproval(answer) && change.rule === 'others';
  const declined = isUnheard ? ' If it is declined there, the pool doesn’t tell Pitboss.' : '';
  return `-# ${looks}${declined}`;
}

const keyGoneLine =
  '-# Pitboss can’t watch for it: the API key was disconnected or changed since. Check at the pool.';

const noIdLine =
  '-# Pitboss can’t watch for it: no id of it can be relied on, so another one with the same name could be mistaken for it. Check at the pool.';

const failedIdLine =
  '-# Pitboss can’t watch for it: it doesn’t rely on the id in an answer that says it failed, and another one with the same name could be mistaken for it. Check at the pool.';
