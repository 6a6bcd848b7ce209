import type { Alert } from '../../../domain/alerts/alert.js';
import type { Past } from '../../../domain/alerts/past-alert.js';
import type { Rule } from '../../../domain/alerts/rule.js';
import type { Reply } from '../../../domain/messages/reply.js';
import { card } from '../../kit/card.js';
import { plural } from '../../kit/figures.js';
import { timestamp } from '../../kit/times.js';
import type { AttachedFiles } from '../../files/file-reply.js';
import { alertMessage } from '../alert-messages.js';
import { listedTitle } from '../alert-card.js';
import { droppedLine } from './alerts-list.js';

/** What the buttons of an alert answer, and what is made of alerts besides. */

export function acknowledgedReply(alert: Alert, rule: Rule | undefined): Reply {
  const what = listedTitle(alert, rule);
  return {
    embeds: [
      card({
        title: 'You have it',
        tone: 'good',
        lines: [
          `${what}, since ${timestamp(alert.since, 'R')}.`,
          'Its message says so, and nobody is reminded any more. A reply says when it is over.',
        ],
      }),
    ],
  };
}

/** `alert` is made up, and says so. */
export function testMessage(alert: Alert, rule: Rule): Reply {
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
  return {
    embeds: [
      card({ title: 'Posted', tone: 'good', lines: [`The test stands in <#${channelId}>.`] }),
    ],
  };
}

export function alertsExportReply(
  past: Past,
  { attached, days }: { readonly attached: AttachedFiles; readonly days: number },
): Reply {
  if (past.alerts.length === 0) {
    const why = `No alert has ended in the last ${days} days. What fires now is in \`/alerts list\`.`;
    return { embeds: [card({ title: 'Alerts', lines: [why] })] };
  }
  return {
    embeds: [
      card({
        title: 'Alerts',
        lines: [
          `${plural(past.alerts.length, 'alert')} that ended in the last ${days} days, newest first, every digit as the pool gave it.`,
          droppedLine(past),
          ...attached.lines,
        ],
      }),
    ],
    files: attached.files,
  };
}
