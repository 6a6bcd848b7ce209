import { isOver, type Alert, type Tell } from '../../domain/alerts/alert.js';
import { encodeCustomId } from '../../domain/custom-id.js';
import { waitingTimeText } from '../../domain/time/duration-text.js';
import { EXTERNAL_CHANGES, type AlertRule } from '../../domain/alerts/rule.js';
import type { Reply } from '../../domain/messages/reply.js';
import { button, buttonRow, primaryButton } from '../kit/buttons.js';
import { cardReply } from '../kit/card.js';
import { plural } from '../kit/figures.js';
import { timestamp } from '../kit/times.js';
import { ALERT_ACK, showButtonId } from './alert-buttons.js';
import { mentioning, replyTo, type RepliedTo, type ReplyContext } from './alert-messages.js';
import { closedReason, lasted } from './alert-card.js';
import { burstTitle } from './alert-title.js';
import { MINUTE_MS } from '../../domain/time/units.js';

interface BurstModel {
  readonly alerts: readonly Alert[];
  readonly ruleOf: (alert: Alert) => AlertRule | undefined;
  /** When it is drawn, in ms. */
  readonly now: number;
}

const MOST = 25;

/** Many alerts at once share one message with a list, edited as they go on. */
export function burstMessage(
  { alerts, ruleOf, now }: BurstModel,
  tell: Pick<Tell, 'id' | 'alertId' | 'ruleId'>,
  roleId: string | undefined,
): Reply {
  const open = alerts.filter((alert) => !isOver(alert)).length;
  const who = peopleOf(alerts.filter((alert) => !isOver(alert)));
  const title =
    open === 0
      ? `${areClosed(alerts) ? 'Closed' : 'Over'}: ${plural(alerts.length, 'alert')} at once`
      : `${isWaiting(alerts) ? 'Firing' : 'Acknowledged'}: ${open === alerts.length ? '' : `${open} of `}${plural(alerts.length, 'alert')} at once`;
  // Open ones first, each group newest first.
  const inOrder = alerts.toSorted(
    (one, other) => Number(isOver(one)) - Number(isOver(other)) || other.since - one.since,
  );
  const lineOf = (alert: Alert) => `• ${burstTitle(alert, ruleOf(alert))}, ${whenText(alert)}`;
  const hasExternal = alerts.some(({ condition }) => condition === EXTERNAL_CHANGES);
  return cardReply({
    ...(roleId === undefined ? {} : mentioning(roleId, title)),
    title,
    tone: open > 0 ? 'bad' : areClosed(alerts) ? 'neutral' : 'good',
    lines: [
      ...listedLines(inOrder.map(lineOf)),
      '',
      open === 0 || who.length === 0
        ? null
        : `👤 Acknowledged${isWaiting(alerts) ? ' in part' : ''} by ${who.join(', ')}.`,
      'So many at once often have one cause: power, network, or the pool. `/alerts list` shows each of them.',
      hasExternal
        ? 'The audit channel names each change made elsewhere; `/changes export` has its before and after.'
        : null,
      closedLine(alerts),
      `-# As of ${timestamp(now)}.`,
    ],
    components: [
      buttonRow([
        ...(isWaiting(alerts) ? [acknowledgeAll(tell)] : []),
        button('Show', showButtonId(tell)),
      ]),
    ],
  });
}

/** Equal lines, as of two rules that watch for the same, are shown once, with their number. */
function listedLines(lines: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  const shown = [...counts].slice(0, MOST);
  const left = lines.length - shown.reduce((sum, [, count]) => sum + count, 0);
  return [
    ...shown.map(([line, count]) => (count === 1 ? line : `${line} (${plural(count, 'alert')})`)),
    ...(left > 0 ? [`and ${plural(left, 'more alert')}`] : []),
  ];
}

function whenText(alert: Alert): string {
  if (alert.isEvent) return timestamp(alert.since, 't');
  return isOver(alert) ? `after ${lasted(alert)}` : `since ${timestamp(alert.since, 't')}`;
}

function isWaiting(alerts: readonly Alert[]): boolean {
  return alerts.some((each) => !isOver(each) && each.acknowledged === undefined);
}

function acknowledgeAll({ alertId = '' }: Pick<Tell, 'alertId'>) {
  return primaryButton('Acknowledge all', encodeCustomId(ALERT_ACK, alertId));
}

/** For those who missed the message: lists what nobody has acknowledged. */
export function burstReminder(waiting: readonly Alert[], to: ReplyContext): Reply {
  const first = Math.min(...waiting.map(({ firedAt, since }) => firedAt ?? since));
  const minutes = Math.max(0, Math.floor((to.now - first) / MINUTE_MS));
  return callToTheList(
    `⏰ **Nobody has acknowledged this:** ${plural(waiting.length, 'alert')} still firing after ${waitingTimeText(minutes)}.`,
    to,
  );
}

/** For those whom an edit of the list doesn't notify. */
export function burstMore(waiting: readonly Alert[], to: ReplyContext): Reply {
  return callToTheList(
    `➕ **More alerts in this list:** ${plural(waiting.length, 'alert')} that nobody has acknowledged.`,
    to,
  );
}

function callToTheList(words: string, to: ReplyContext): Reply {
  return replyTo(to, mentioning(to.roleId, words), acknowledgeAll(to.tell));
}

/** An edit notifies nobody, so the end gets a message of its own. */
export function burstEnd(alerts: readonly Alert[], to: RepliedTo): Reply {
  const people = peopleOf(alerts);
  const inPart = alerts.every(({ acknowledged }) => acknowledged) ? '' : ' in part';
  const who =
    people.length === 0
      ? 'Nobody acknowledged them.'
      : `Acknowledged${inPart} by ${people.join(', ')}.`;
  const lines = [
    areClosed(alerts)
      ? `**All ${plural(alerts.length, 'alert')} are closed**. ${who}`
      : `✅ **All ${plural(alerts.length, 'alert')} are over**, ${lastedText(alerts)}. ${who}`,
    closedLine(alerts),
  ];
  return replyTo(to, { content: lines.filter((line) => line !== null).join('\n') });
}

function areClosed(alerts: readonly Alert[]): boolean {
  return alerts.every(({ phase }) => phase === 'closed');
}

/** Of some nobody can say whether they ended; null if none was closed. */
function closedLine(alerts: readonly Alert[]): string | null {
  const closed = alerts.filter(({ phase }) => phase === 'closed');
  if (closed.length === 0) return null;
  const reasons = [...new Set(closed.map(closedReason))].join('; ');
  const which = closed.length === alerts.length ? 'these' : `${closed.length} of them`;
  return `Whether ${which} ended isn’t known: ${reasons.charAt(0).toLowerCase()}${reasons.slice(1)}.`;
}

/** Mentions of everyone who acknowledged any of them. */
function peopleOf(alerts: readonly Alert[]): readonly string[] {
  const ids = alerts.flatMap(({ acknowledged }) => acknowledged?.by ?? []);
  return [...new Set(ids)].map((by) => `<@${by}>`);
}

function lastedText(alerts: readonly Alert[]): string {
  const from = Math.min(...alerts.map(({ since }) => since));
  const to = Math.max(...alerts.map(({ endedAt, since }) => endedAt ?? since));
  return `after ${waitingTimeText(Math.max(1, Math.round((to - from) / MINUTE_MS)))}`;
}
