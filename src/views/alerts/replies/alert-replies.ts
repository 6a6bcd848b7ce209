import type { Alert, Silence } from '../../../domain/alerts/alert.js';
import type { PastAlerts } from '../../../domain/alerts/past-alert.js';
import type { AlertRule } from '../../../domain/alerts/rule.js';
import type { Reply } from '../../../domain/messages/reply.js';
import { cardReply } from '../../kit/card.js';
import { plural } from '../../kit/figures.js';
import { timestamp } from '../../kit/times.js';
import type { AttachedFiles } from '../../files/file-reply.js';
import { alertMessage } from '../alert-messages.js';
import { alertSubject } from '../alert-title.js';
import { droppedLine } from './alerts-list.js';

/** Answers to an alert's buttons, and other messages made from alerts. */

interface AcknowledgedAlert {
  readonly alert: Alert;
  readonly rule: AlertRule | undefined;
  /** In force now. */
  readonly silence: Silence | null;
}

export function acknowledgedReply({ alert, rule, silence }: AcknowledgedAlert): Reply {
  return cardReply({
    title: 'You have it',
    tone: 'good',
    lines: [
      `**${alertSubject({ alert, rule })}** · since ${timestamp(alert.since, 't')}`,
      'Its message shows that, and no more reminders are sent.',
      endLine(alert, silence),
    ],
  });
}

export function allAcknowledgedReply(alerts: readonly Alert[]): Reply {
  return cardReply({
    title: `You have ${plural(alerts.length, 'alert')}`,
    tone: 'good',
    lines: [
      'The message that lists them shows that, and no more reminders are sent.',
      // What happened at one moment has no end to announce.
      alerts.every(({ isEvent }) => isEvent)
        ? null
        : 'A reply to it says when all are over, unless they are silenced then.',
    ],
  });
}

/** How the end is announced; see `notBreached` in `domain/alerts/evaluate/evaluate.ts`. */
function endLine({ isEvent, stormId }: Alert, silence: Silence | null): string | null {
  // What happened at one moment has no end to announce.
  if (isEvent) return null;
  if (silence !== null)
    return `It is silenced until ${timestamp(silence.until)}: if it is over before that, only its message shows it.`;
  return stormId === undefined
    ? 'A reply to the message says when it is over.'
    : 'A reply says when all that are listed with it are over.';
}

/** `alert` is made up, and the message says so. */
export function testMessage(alert: Alert, rule: AlertRule): Reply {
  const model = {
    alert,
    rule,
    silence: null,
    missingSince: null,
    chart: null,
    isTest: true,
  } as const;
  const { components: _, ...shown } = alertMessage(
    model,
    { id: 'test', ruleId: rule.id },
    undefined,
  );
  return {
    ...shown,
    content: `${shown.content ?? ''}\n-# A test of the rule: its figures are made up, and nobody is mentioned. A real one has buttons to acknowledge, silence and show.`,
  };
}

export function testPostedReply(channelId: string): Reply {
  return cardReply({
    title: 'Posted',
    tone: 'good',
    lines: [`The test stands in <#${channelId}>.`],
  });
}

export function alertsExportReply(
  past: PastAlerts,
  { attached, days }: { readonly attached: AttachedFiles; readonly days: number },
): Reply {
  if (past.alerts.length === 0) {
    const why = `No alert has ended in the last ${days} days. What fires now is in \`/alerts list\`.`;
    return cardReply({ title: 'Alerts', lines: [why] });
  }
  return cardReply({
    title: 'Alerts',
    lines: [
      `${plural(past.alerts.length, 'alert')} that ended in the last ${days} days, newest first, every digit as the pool gave it.`,
      droppedLine(past),
      ...attached.lines,
    ],
    files: attached.files,
  });
}
