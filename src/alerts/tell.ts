import { DAY } from '../clock.js';
import type { Reply } from '../discord/reply.js';
import { post } from '../guilds/in-guild.js';
import { replaceWaiting, type OutboxHooks } from '../jobs/outbox.js';
import { enqueuePage } from '../jobs/pages.js';
import { isOpen, type Alert } from './alert.js';
import { alertChart } from './chart.js';
import type { Tell } from './evaluate.js';
import { alertMessage, dataReply, reminderReply, resolvedReply } from './message.js';
import { storedAlerts, type AlertsInGuild } from './rows.js';
import { channelOf, ruleOf } from './rule.js';
import { titleOf } from './words.js';

/** Enters what people are told, in the transaction that changes the alerts. */
export async function enqueueTells(server: AlertsInGuild, tells: readonly Tell[]): Promise<void> {
  for (const tell of tells) {
    if ('rule' in tell) {
      await tellOfData(server, tell);
      continue;
    }
    const { kind, alert } = tell;
    if (kind === 'reminder') {
      const reply = reminderReply(alert, server);
      await replyTo(server, alert, { name: `reminder${alert.reminders}`, reply });
      continue;
    }
    if (kind === 'fired' || !isOpen(alert)) await page(server, alert);
    await (kind === 'fired' ? postAlert(server, alert) : editAlert(server, alert));
    // An edit notifies nobody.
    if (kind === 'resolved')
      await replyTo(server, alert, { name: 'resolved', reply: resolvedReply(alert) });
  }
}

/** For the operator's pager. */
async function page({ tx, now }: AlertsInGuild, alert: Alert): Promise<void> {
  const { id, guildId: server, condition } = alert;
  await enqueuePage(tx, {
    status: isOpen(alert) ? 'fired' : 'resolved',
    alert: id,
    server,
    severity: condition === 'changed-elsewhere' ? 'critical' : 'warning',
    title: titleOf(alert),
    at: new Date(now).toISOString(),
  });
}

/** Posts nothing if no channel is set: `/alerts rules` says so. */
async function postAlert(server: AlertsInGuild, alert: Alert): Promise<void> {
  const channel = channelOf(ruleOf(alert, server.rules), server.settings);
  if (channel === null) return;
  const lasts = alert.condition === 'changed-elsewhere' ? 7 * DAY : DAY;
  const reply = await messageOf(server, alert);
  await post(server, { key: keyOf(alert), channel, reply, lasts });
}

/** Edits the alert's message, or the post that waits to become it. */
async function editAlert(server: AlertsInGuild, alert: Alert): Promise<void> {
  const { message } = alert;
  const key = keyOf(alert);
  const reply = await messageOf(server, alert);
  if (message === null) return replaceWaiting(server.tx, key, { kind: 'post', reply });
  const { channelId: channel, messageId: edits } = message;
  await post(server, { key, channel, edits, reply, newestWins: true });
}

/** Posts nothing while the alert's own message waits: it will say the same. */
async function replyTo(
  server: AlertsInGuild,
  { guildId, id, message }: Alert,
  { name, reply }: { readonly name: string; readonly reply: Reply },
): Promise<void> {
  if (message === null) return;
  const { channelId: channel, messageId } = message;
  const key = `alert-note:${guildId}:${id}:${name}`;
  await post(server, { key, channel, reply, replyTo: messageId });
}

/** Below the message of the rule's open alert, if it has one. */
async function tellOfData(
  server: AlertsInGuild,
  { kind, rule, since }: Extract<Tell, { kind: 'no-data' | 'data-back' }>,
): Promise<void> {
  const channel = channelOf(rule, server.settings);
  if (channel === null) return;
  const told = server.alerts.find(
    (each) => each.rule === rule.id && each.message?.channelId === channel,
  );
  const key = `alert-note:${rule.guildId}:${rule.id}:${kind}:${since}`;
  const reply = dataReply(kind, rule, since);
  await post(server, { key, channel, reply, replyTo: told?.message?.messageId });
}

export async function messageOf(server: AlertsInGuild, alert: Alert): Promise<Reply> {
  return alertMessage(alert, server, await alertChart(server, alert));
}

/** Notes where an alert's message was posted, so that it is edited from then on. */
export const alertHooks: OutboxHooks = {
  async posted({ tx }, { guild, key }, { channelId, messageId }) {
    const id = key.split(':')[2] ?? '';
    const alert = await storedAlerts.find(tx, { guildId: guild, id });
    if (alert) await storedAlerts.save(tx, { ...alert, message: { channelId, messageId } });
  },
};

function keyOf({ guildId, id }: Alert): string {
  return `alert:${guildId}:${id}`;
}
