import { DAY } from '../clock.js';
import type { Reply } from '../discord/reply.js';
import { enqueue, replaceWaiting, type OutboxHooks, type OutboxPost } from '../jobs/outbox.js';
import { enqueuePage } from '../jobs/pages.js';
import { isOpen, type Alert } from './alert.js';
import { alertChart } from './chart.js';
import type { Tell } from './evaluate.js';
import { alertMessage, dataReply, reminderReply, resolvedReply } from './message.js';
import { findAlert, saveAlert, type InGuild } from './rows.js';
import { channelOf, ruleOf } from './rule.js';
import { titleOf } from './words.js';

/** Enters what people are told, in the transaction that changes the alerts. */
export async function enqueueTells(inGuild: InGuild, tells: readonly Tell[]): Promise<void> {
  for (const tell of tells) {
    if ('rule' in tell) {
      await tellOfData(inGuild, tell);
      continue;
    }
    const { kind, alert } = tell;
    if (kind === 'reminder') {
      await reply(inGuild, alert, [`reminder${alert.reminders}`, reminderReply(alert, inGuild)]);
      continue;
    }
    if (kind === 'fired' || !isOpen(alert)) await page(inGuild, alert);
    await (kind === 'fired' ? post(inGuild, alert) : edit(inGuild, alert));
    // An edit notifies nobody.
    if (kind === 'resolved')
      await reply(inGuild, alert, ['resolved', resolvedReply(alert, inGuild)]);
  }
}

/** For the operator's pager. */
async function page({ tx, rules, now }: InGuild, alert: Alert): Promise<void> {
  const { id, guildId: server, condition } = alert;
  await enqueuePage(tx, {
    status: isOpen(alert) ? 'fired' : 'resolved',
    alert: id,
    server,
    severity: condition === 'changed-elsewhere' ? 'critical' : 'warning',
    title: titleOf(alert, ruleOf(alert, rules)),
    at: new Date(now).toISOString(),
  });
}

/** Posts nothing if no channel is set: `/alerts rules` says so. */
async function post(inGuild: InGuild, alert: Alert): Promise<void> {
  const channel = channelOf(ruleOf(alert, inGuild.rules), inGuild.settings);
  if (channel === null) return;
  const body = { kind: 'post', reply: await messageOf(inGuild, alert) } as const;
  const days = alert.condition === 'changed-elsewhere' ? 7 : 1;
  await put(inGuild, { key: keyOf(alert), channel, body }, days);
}

/** Edits the alert's message, or the post that waits to become it. */
async function edit(inGuild: InGuild, alert: Alert): Promise<void> {
  const { message } = alert;
  const key = keyOf(alert);
  const reply = await messageOf(inGuild, alert);
  if (message === null) return replaceWaiting(inGuild.tx, key, { kind: 'post', reply });
  const { channelId: channel, messageId } = message;
  await put(inGuild, { key, channel, body: { kind: 'edit', messageId, reply }, newestWins: true });
}

/** Posts nothing while the alert's own message waits: it will say the same. */
async function reply(
  inGuild: InGuild,
  { guildId, id, message }: Alert,
  [name, reply]: readonly [string, Reply],
): Promise<void> {
  if (message === null) return;
  const { channelId: channel, messageId: replyTo } = message;
  const key = `alert-note:${guildId}:${id}:${name}`;
  await put(inGuild, { key, channel, body: { kind: 'post', reply, replyTo } });
}

/** Below the message of the rule's open alert, if it has one. */
async function tellOfData(
  inGuild: InGuild,
  { kind, rule, since }: Extract<Tell, { kind: 'no-data' | 'data-back' }>,
): Promise<void> {
  const channel = channelOf(rule, inGuild.settings);
  if (channel === null) return;
  const told = inGuild.alerts.find(
    (each) => each.rule === rule.id && each.message?.channelId === channel,
  );
  const replyTo = told?.message?.messageId;
  const key = `alert-note:${rule.guildId}:${rule.id}:${kind}:${since}`;
  await put(inGuild, {
    key,
    channel,
    body: { kind: 'post', reply: dataReply(kind, rule, since), replyTo },
  });
}

async function put(
  { tx, guildId: guild, now }: InGuild,
  posting: Omit<OutboxPost, 'guild' | 'dueAt' | 'endsAt'>,
  days = 1,
): Promise<void> {
  await enqueue(tx, { ...posting, guild, dueAt: now, endsAt: now + days * DAY });
}

export async function messageOf(inGuild: InGuild, alert: Alert): Promise<Reply> {
  const rule = ruleOf(alert, inGuild.rules);
  const chart = rule ? await alertChart(inGuild, alert, rule) : undefined;
  return alertMessage(alert, inGuild, chart);
}

/** Notes where an alert's message was posted, so that it is edited from then on. */
export const alertHooks: OutboxHooks = {
  async posted(tx, { guild, key }, { channelId, messageId }) {
    const alert = await findAlert(tx, guild, key.split(':')[2] ?? '');
    if (alert !== null) await saveAlert(tx, { ...alert, message: { channelId, messageId } });
  },
};

function keyOf({ guildId, id }: Alert): string {
  return `alert:${guildId}:${id}`;
}
