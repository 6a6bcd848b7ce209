import { DAY } from '../clock.js';
import type { Reply } from '../discord/reply.js';
import { post, replaceWaiting, type OutboxHooks } from '../jobs/outbox.js';
import { isOpen, stored, type Alert, type AlertsInGuild } from './alert.js';
import type { Tell } from './evaluate.js';
import { alertMessage, dataReply, reminderReply, resolvedReply, titleOf } from './message.js';
import { enqueuePage } from './operator-pager.js';
import { channelOf, ruleOf } from './rule.js';

/** Enters what people are told, in the transaction that changes the alerts. */
export async function enqueueTells(server: AlertsInGuild, tells: readonly Tell[]): Promise<void> {
  for (const tell of tells)
    await ('rule' in tell ? tellOfData(server, tell) : tellOfAlert(server, tell));
}

type AlertTell = Extract<Tell, { readonly alert: Alert }>;

async function tellOfAlert(server: AlertsInGuild, tell: AlertTell): Promise<void> {
  const { kind, alert } = tell;
  if (kind === 'reminder') return replyTo(server, alert, reminderReply(alert, server));
  // For the operator's pager.
  if (kind === 'fired' || !isOpen(alert))
    await enqueuePage(server, {
      status: isOpen(alert) ? 'fired' : 'resolved',
      alert: alert.id,
      severity: alert.condition === 'changed-elsewhere' ? 'critical' : 'warning',
      title: titleOf(alert),
    });
  await postAlert(server, tell);
  // An edit notifies nobody.
  if (kind === 'resolved') await replyTo(server, alert, resolvedReply(alert));
}

/**
 * Posts the alert's message, or edits it, or the post that waits to become it. Posts nothing if no
 * channel is set: `/alerts rules` says so.
 */
async function postAlert(server: AlertsInGuild, { kind, alert }: AlertTell): Promise<void> {
  const { guildId, id, message, condition } = alert;
  const key = `alert:${guildId}:${id}`;
  const reply = await alertMessage(alert, server);
  if (message !== null) {
    const { channelId: channel, messageId: edits } = message;
    return post(server, { key, channel, edits, reply, newestWins: true });
  }
  if (kind !== 'fired') return replaceWaiting(server.tx, key, reply);
  const channel = channelOf(ruleOf(server.rules, alert.rule), server.settings);
  const lasts = condition === 'changed-elsewhere' ? 7 * DAY : DAY;
  if (channel !== null) await post(server, { key, channel, reply, lasts });
}

/** Posts nothing while the alert's own message waits: it will say the same. */
async function replyTo(server: AlertsInGuild, alert: Alert, reply: Reply): Promise<void> {
  const { guildId, id, message, phase, reminders } = alert;
  if (message === null) return;
  const { channelId: channel, messageId } = message;
  const key = `alert-note:${guildId}:${id}:${phase}${reminders}`;
  await post(server, { key, channel, reply, replyTo: messageId });
}

/** Below the message of the rule's open alert, if it has one. */
async function tellOfData(
  server: AlertsInGuild,
  { kind, rule, since }: Extract<Tell, { kind: 'no-data' | 'data-back' }>,
): Promise<void> {
  const told = server.alerts.find((each) => each.rule === rule.id && each.message)?.message;
  const channel = told?.channelId ?? channelOf(rule, server.settings);
  if (channel === null) return;
  const key = `alert-note:${rule.guildId}:${rule.id}:${kind}:${since}`;
  const reply = dataReply(kind, rule, since);
  await post(server, { key, channel, reply, replyTo: told?.messageId });
}

/** Notes where an alert's message was posted, so that it is edited from then on. */
export const alertHooks: OutboxHooks = {
  async posted({ tx }, { guild, key }, { channelId, messageId }) {
    const id = key.split(':')[2] ?? '';
    const alert = await stored.alerts.find(tx, { guildId: guild, id });
    if (alert) await stored.alerts.save(tx, { ...alert, message: { channelId, messageId } });
  },
};
