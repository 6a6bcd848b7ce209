import type { APIEmbedField } from 'discord-api-types/v10';
import type { Change, State } from '../../../domain/changes/change.js';
import { isRecord } from '../../../domain/json/is-record.js';
import { answeredFailure } from '../../../domain/answers/answered-failure.js';
import { isUnresolved } from '../../../domain/changes/unresolved.js';
import type { Reply } from '../../../domain/messages/reply.js';
import { textIn } from '../../../domain/changes/change-summary.js';
import { frozenUntil, isInForceStatus } from '../../../domain/payments/payment-attention.js';
import { wholeAnswerFields } from '../answer/answer-fields.js';
import { cardReply, wideField } from '../../kit/card.js';
import { behindCardLine } from '../trail/restore.js';
import { secondPersonLine } from '../second-person.js';
import type { GuildSettings } from '../../../domain/guild/guild-settings.js';
import { witnessText, type Witness } from '../../../domain/changes/witness.js';
import { changeButtons } from './change-buttons.js';
import { changeName, messageUrl, type GuildMessage, type NamedChange } from '../change-name.js';
import {
  answeredLine,
  answerAwaitsApproval,
  byAt,
  byWhom,
  changeHeadline,
} from '../change-headline.js';
import { outcomeLines } from '../answer/outcome-words.js';
import type { Contradiction } from '../../../domain/changes/contradiction.js';
import { contradictionLines } from '../answer/contradictions.js';
import type { ChangeTerm } from '../../../domain/changes/change-terms.js';
import { termLines } from '../finished/change-terms.js';
import { compactFields } from '../finished/compact-fields.js';
import { isFinished, reportShown, warningsIn } from '../finished/finished-card.js';
import { renewalFields, renewalLine, type Renewal } from './renewal.js';
import type { Tone } from '../../kit/palette.js';
import { escapeMarkdown, statusWords } from '../../kit/text.js';
import { poolTime, timestamp } from '../../kit/times.js';

/** What the card shows besides the change, as fields. */
export interface ChangeCardParts {
  readonly title: string;
  /** Status in the pool's answer, as received; null if none. */
  readonly answeredStatus: string | null;
  readonly preview: readonly APIEmbedField[];
  /** The subject of the change, in a few words. */
  readonly subject: string;
  /** What it changes. */
  readonly terms: readonly ChangeTerm[];
  /** Shows everything, even though the change has ended. */
  readonly isWhole: boolean;
  /** For a change that replaces a drifted one. */
  readonly renewal: Renewal | null;
  /** For a drifted change: why it no longer makes sense. */
  readonly objection: string | null;
  /** For a drifted change: the parts of the record that differ now. */
  readonly differences: readonly APIEmbedField[];
  /** For a drifted change: the preview of the present state. */
  readonly found: readonly APIEmbedField[];
  /** Where the pool's record contradicts the request. */
  readonly contradictions: readonly Contradiction[];
  /** The pool's record. */
  readonly report: readonly APIEmbedField[];
  /** Whether confirming asks for characters of addresses. */
  readonly mustType: boolean;
  readonly rule: 'self' | 'second';
  /** Today's rule, which may be looser than at the request. */
  readonly ruleNow: 'self' | 'second';
  /** Who may confirm it. */
  readonly roles: GuildSettings['roles'];
  /** The preview names something odd about it. */
  readonly isDoubtful: boolean;
  readonly isFrozen: boolean;
  /** Entries are missing, so nothing can be confirmed. */
  readonly isBehind: boolean;
  /** Its card's contents were removed while no process knew of it. */
  readonly isHeld: boolean;
  /** For a drifted change: the one that replaced it; null = none. */
  readonly replacedBy: NamedChange | null;
  /** For one person only. */
  readonly isPrivate: boolean;
  /** Where the live card is; null = this is it. */
  readonly liveCard: GuildMessage | null;
  /** The trail entry at which the card is drawn. */
  readonly witness: Witness | null;
  /** For an observed change: the pool's status then, as received. */
  readonly observedStatus: string | null;
  /** A sentence about what the store may lose. */
  readonly storeRisk: string | null;
  /** False if no id tells it from others of its name, so its effect isn't looked for. */
  readonly isKnown: boolean;
  /** Whether the key it was asked with is no longer connected. */
  readonly isKeyGone: boolean;
  /** When Pitboss stops checking for the effect. */
  readonly lookedForUntil: number | null;
}

const TONES: Record<State, Tone> = {
  pending: 'neutral',
  confirmed: 'neutral',
  sent: 'neutral',
  reported: 'neutral',
  failed: 'bad',
  unknown: 'warning',
  cancelled: 'neutral',
  expired: 'neutral',
  drifted: 'warning',
};

/**
 * Green only once the effect was seen, in a record that has no status or one that isn't waiting.
 */
function toneOf(change: Change, parts: ChangeCardParts): Tone {
  const { isFrozen, isDoubtful, observedStatus, contradictions } = parts;
  const { state, observed } = change;
  if (contradictions.length > 0) return 'warning';
  const isSeen = observed !== undefined && isInForceStatus(observedStatus);
  if (isSeen && !isUnresolved(change)) return 'good';
  const isWarning = (state === 'pending' && (isFrozen || isDoubtful)) || answeredFailure(change);
  return isWarning ? 'warning' : TONES[state];
}

export function changeCard(change: Change, parts: ChangeCardParts): Reply {
  const title = `${parts.title} · ${changeHeadline(change, parts.answeredStatus)}`;
  const isShort = isFinished(change) && !parts.isWhole;
  const report = reportShown(parts.report, {
    ...change,
    isContradicted: parts.contradictions.length > 0,
  });
  const lines = [
    copyLine(parts),
    ...contradictionLines(parts.contradictions),
    ...(isShort
      ? [`**${escapeMarkdown(parts.subject, 200)}**`, ...termLines(parts.terms, 'wish')]
      : []),
    ...askedLines(change, parts, isShort),
    parts.isBehind ? behindCardLine : null,
    ...stateLines(change, parts, isShort),
    ...outcomeLines(change),
    ...laterLines(change, parts),
    isShort ? report.place : null,
    // Both wouldn't fit.
    parts.storeRisk === null || parts.liveCard !== null ? null : `⚠️ ${parts.storeRisk}`,
  ];
  const footer = footerOf(change, parts);
  const fields = isShort ? shortFields(change, parts, report.fields) : longFields(change, parts);
  const room =
    MAX_TOTAL_LENGTH - lengthOf([title, footer, ...lines]) - lengthOf(fields.flatMap(textsOf));
  const renewal =
    change.state === 'pending' && parts.renewal !== null ? renewalFields(parts.renewal, room) : [];
  return cardReply({
    title,
    tone: toneOf(change, parts),
    lines,
    fields: [...renewal, ...fields],
    footer,
    ...contentOf(change, parts),
    components: changeButtons(change, parts),
  });
}

/** On the live card, while a second person can confirm it. */
function contentOf(change: Change, parts: ChangeCardParts): Pick<Reply, 'content'> {
  return isForSecond(change, parts) ? { content: secondPersonLine(change, parts.roles) } : {};
}

function isForSecond({ state }: Change, parts: ChangeCardParts): boolean {
  const { rule, liveCard, isFrozen, isBehind, isHeld } = parts;
  const isWaiting = state === 'pending' && !isFrozen && !isBehind && !isHeld;
  return isWaiting && rule === 'second' && liveCard === null;
}

/** Below the 6,000 characters that Discord shows. */
const MAX_TOTAL_LENGTH = 5_990;

/** Counts a line end after each. */
function lengthOf(texts: readonly (string | null)[]): number {
  return texts.reduce((sum, text) => sum + (text === null ? 0 : text.length + 1), 0);
}

function textsOf({ name, value }: APIEmbedField): string[] {
  return [name, value];
}

/** The card is a witness of the trail: see `witness.ts`. */
function footerOf({ id, number }: Change, { witness }: ChangeCardParts): string {
  const name = `#${number} · Change ${id}`;
  return witness === null ? name : `${name} · ${witnessText(witness)}`;
}

function copyLine({ liveCard, witness, isPrivate }: ChangeCardParts): string | null {
  if (liveCard === null) return null;
  const entry = witness === null ? '' : ` as of entry ${witness.seq}`;
  const buttons = isPrivate ? ' for everybody' : ' and the buttons';
  return `📌 **A snapshot${entry}.** [The live card](${messageUrl(liveCard)}) has the current state${buttons}.`;
}

const heldLine =
  '⚠️ **It can no longer be confirmed:** somebody removed its card’s contents before Pitboss started. Cancel it, check what the pool lists now, and ask again.';

function askedLines(
  change: Change,
  { renewal, isWhole }: ChangeCardParts,
  isShort: boolean,
): (string | null)[] {
  const { requester, askedAt, reason } = change;
  const none = isWhole ? 'No reason given' : null;
  const why = reason === undefined ? none : `Reason: ${escapeMarkdown(reason, 300)}`;
  const asked = `Requested by <@${requester.id}> ${timestamp(askedAt)}`;
  if (isShort) return [renewal === null ? whoLine(asked, change) : renewalLine(change, renewal)];
  return [renewal === null ? asked : renewalLine(change, renewal), why];
}

/** For a change that has ended: the people come after its outcome, in small print. */
function whoLine(asked: string, { confirmed }: Change): string {
  return `-# ${asked}${confirmed === undefined ? '' : ` · confirmed by ${byAt(confirmed)}`}`;
}

function stateLines(change: Change, parts: ChangeCardParts, isShort: boolean): (string | null)[] {
  const { confirmed, closed, ended, state } = change;
  const answered = answeredLine(change, parts.answeredStatus);
  return [
    confirmed && (!isShort || parts.renewal !== null) ? `Confirmed by ${byAt(confirmed)}` : null,
    answered === null ? null : `**${answered}**`,
    state === 'reported' && ended
      ? `${isShort ? '-# ' : ''}The pool answered ${timestamp(change.answeredAt ?? ended.at)}${isShort ? '' : ', as shown below'}. The status is the pool’s own word.`
      : null,
    state === 'cancelled' && closed ? `Cancelled by ${byAt(closed)}. Nothing was sent.` : null,
    state === 'expired' ? 'Nobody confirmed it in time. Nothing was sent.' : null,
    state === 'drifted' ? driftLine(change, parts) : askedAgainLine(parts),
  ];
}

const frozenLine =
  '🧊 **Changes are frozen in this server:** nobody can confirm until an admin runs `/changes unfreeze`.';

/** The question comes last: on a phone, people see the end of a long card. */
function questionFields(change: Change, parts: ChangeCardParts): APIEmbedField[] {
  if (change.state !== 'pending') return [];
  const lines = [
    parts.isHeld ? heldLine : ruleLine(change, parts),
    ...(parts.isFrozen ? [frozenLine] : []),
  ];
  return [wideField(changeHeadline(change, null), ...lines)];
}

/** What became known after the request ended. */
function laterLines(change: Change, parts: ChangeCardParts): (string | null)[] {
  const { observed, resolved } = change;
  return [
    observed
      ? `👁️ Seen at the pool ${timestamp(observed.at)}: it then listed what was requested${parts.observedStatus === null ? '' : `, with status **${statusWords(parts.observedStatus, 60)}**`}.`
      : notObservedLine(change, parts),
    frozenUntilLine(change),
    resolved
      ? `Checked by ${byWhom(resolved)} ${timestamp(resolved.at)}: ${escapeMarkdown(resolved.note, 400)}`
      : null,
  ];
}

/** As the record stood when the effect was seen. */
function frozenUntilLine({ observed }: Change): string | null {
  const until = frozenUntil(
    { frozen_until: textIn(observed?.present, 'frozen_until') },
    observed?.at ?? 0,
  );
  return until === null ? null : `⚠️ The pool lists it as frozen until ${poolTime(until)}.`;
}

function ruleLine(change: Change, parts: ChangeCardParts): string {
  const { rule, ruleNow, mustType } = parts;
  const { expiresAt } = change;
  const who =
    rule === 'second'
      ? 'Any manager or approver except the requester'
      : 'Any manager or approver, including the requester,';
  const typing = mustType ? ' To confirm, type the last six characters of every new address.' : '';
  const older =
    rule === ruleNow ? '' : ' The stricter rule from when it was requested still applies.';
  const until = `until ${timestamp(expiresAt)} (${timestamp(expiresAt, 'R')})`;
  // The line above such a card says who.
  const may = isForSecond(change, parts) ? 'Open' : `${who} can confirm`;
  return `${may} ${until}.${older}${typing}`;
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

function notObservedLine(
  { state, failure, answer }: Change,
  parts: ChangeCardParts,
): string | null {
  const { lookedForUntil, isKnown, isKeyGone } = parts;
  if (lookedForUntil === null || (state !== 'reported' && state !== 'unknown')) return null;
  if (isKeyGone) return keyGoneLine;
  return isKnown
    ? `-# Pitboss checks the pool until ${timestamp(lookedForUntil)} and updates this card when the change shows up.${answerAwaitsApproval(answer) ? ' If it is declined there, the pool doesn’t tell Pitboss.' : ''}`
    : isRecord(failure?.answer) && failure.answer['id']
      ? failedIdLine
      : noIdLine;
}

const keyGoneLine =
  '-# Pitboss can’t watch for it: the API key it was requested with isn’t connected any more. Check at the pool.';

const noIdLine =
  '-# Pitboss can’t watch for it: the pool gave no id, so another one with the same name could be mistaken for it. Check at the pool.';

const failedIdLine =
  '-# Pitboss can’t watch for it: it doesn’t rely on the id in an answer that says it failed, and another one with the same name could be mistaken for it. Check at the pool.';

/** "Details" shows the rest. */
function shortFields(
  change: Change,
  parts: ChangeCardParts,
  report: readonly APIEmbedField[],
): APIEmbedField[] {
  const { answer, failure } = change;
  return [
    ...parts.differences,
    ...(answer === undefined ? wholeAnswerFields(failure?.answer) : report),
    ...warningsIn([...parts.preview, ...parts.found]),
  ];
}

function longFields(change: Change, parts: ChangeCardParts): APIEmbedField[] {
  const fields = fieldsOf(change, parts);
  return parts.isWhole ? compactFields(fields) : fields;
}

function fieldsOf(change: Change, parts: ChangeCardParts): APIEmbedField[] {
  const { state, answer, failure } = change;
  const report = answer === undefined ? wholeAnswerFields(failure?.answer) : parts.report;
  if (report.length > 0) {
    // The report comes first, so that clamping never drops it.
    return [
      ...report,
      wideField('What was requested', 'as the preview showed it:'),
      ...parts.preview,
    ];
  }
  if (state !== 'drifted') return [...parts.preview, ...questionFields(change, parts)];
  return [
    // First, so that clamping never drops them.
    ...parts.differences,
    ...parts.preview,
    wideField('Found instead', 'what the pool lists now, and what the change would do to it:'),
    ...parts.found,
  ];
}
