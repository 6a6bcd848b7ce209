import type { PostedMessage } from '../discord/channels.js';
import type { Picture, Reply } from '../discord/reply.js';
import type { GuildRow } from '../guilds/guild-row.js';
import { enqueue, replaceWaiting, type OutboxHooks } from '../jobs/outbox.js';
import type { Tx } from '../store/store.js';
import { isOpen, type Alert } from './alert.js';
import { alertChart, CHART_MS } from './alert-chart.js';
import { alertMessage, type Surroundings } from './alert-message.js';
import { dataReply, reminderReply, resolvedReply } from './replies.js';
import { findAlert, readAlerts, readRules, readSilences, saveAlert } from './rows.js';
import { ruleReadings } from './rule-readings.js';
import { channelOf, withCurrency } from './rule-words.js';
import type { Tell } from './tell.js';

const DAY = 86_400_000;

/** The server as the transaction sees it. */
export interface Telling {
  readonly row: GuildRow;
  /** Milliseconds. */
  readonly now: number;
  /** By the rule's id, drawn before a round's transaction; others are drawn in it. */
  readonly charts?: ReadonlyMap<string, Picture>;
}

/** What a message shows beside its alert, as the transaction left it. */
type Around = Omit<Surroundings, 'burst'> & Pick<Telling, 'charts'>;

/** Enters what a round has people told, once its alerts and rules are saved in `tx`. */
export async function enqueueTells(
  tx: Tx,
  tells: readonly Tell[],
  { row, now, charts }: Telling,
): Promise<void> {
  const [guildId] = tells.map((tell) => ('alert' in tell ? tell.alert : tell.rule).guildId);
  if (guildId === undefined) return;
  const around: Around = {
    settings: row.settings,
    rules: (await readRules(tx, guildId)).map((rule) => withCurrency(rule, row.settings)),
    open: (await readAlerts(tx, guildId)).filter(isOpen),
    silences: await readSilences(tx, guildId, now),
    now,
    ...(charts && { charts }),
  };
  for (const tell of tells) await enqueueTell(tx, tell, around);
}

async function enqueueTell(tx: Tx, tell: Tell, around: Around): Promise<void> {
  switch (tell.kind) {
    case 'fired':
      return post(tx, tell.alert, around);
    case 'changed':
      return refresh(tx, tell.alert, around);
    case 'resolved': {
      await refresh(tx, tell.alert, around);
      return replyResolved(tx, tell.alert, around);
    }
    case 'reminder': {
      const { alert } = tell;
      const rule = around.rules.find(({ id }) => id === alert.rule) ?? tell.rule;
      const reply = reminderReply(alert, rule, around);
      return replyTo(tx, alert, { name: `reminder${alert.reminders}`, reply, now: around.now });
    }
    case 'no-data':
    case 'data-back':
      return tellOfData(tx, tell, around);
    default:
      return tell satisfies never;
  }
}

/** Nothing where no channel is set: `/alerts rules` says so. */
async function post(tx: Tx, alert: Alert, around: Around): Promise<void> {
  const { settings, rules, now } = around;
  const rule = rules.find(({ id }) => id === alert.rule) ?? null;
  const channel = channelOf(rule, settings);
  if (channel === null) return;
  await enqueue(tx, {
    key: keyOf(alert),
    guild: alert.guildId,
    channel,
    body: { kind: 'post', reply: await messageOf(tx, alert, around) },
    dueAt: now,
    endsAt: now + (alert.condition === 'changed-elsewhere' ? 7 * DAY : DAY),
  });
}

/** Edits the message in which it was told, or the post that waits to become it. */
async function refresh(tx: Tx, told: Alert, around: Around): Promise<void> {
  const alert = await leaderOf(tx, told);
  if (alert === null) return;
  const reply = await messageOf(tx, alert, around);
  const { message, guildId } = alert;
  if (message === null) return replaceWaiting(tx, keyOf(alert), { kind: 'post', reply });
  await enqueue(tx, {
    key: keyOf(alert),
    guild: guildId,
    channel: message.channelId,
    body: { kind: 'edit', messageId: message.messageId, reply },
    dueAt: around.now,
    endsAt: around.now + DAY,
    newestWins: true,
  });
}

/** An edit notifies nobody. Of many at once only the end of all is told. */
async function replyResolved(tx: Tx, told: Alert, { rules, now }: Around): Promise<void> {
  const leader = await leaderOf(tx, told);
  if (leader === null) return;
  const burst = await burstOf(tx, leader);
  if ([leader, ...burst].some(isOpen)) return;
  const rule = rules.find(({ id }) => id === told.rule) ?? null;
  const reply = resolvedReply(told, rule, burst.length + 1);
  await replyTo(tx, leader, { name: 'resolved', reply, now });
}

/** Nothing while the alert's own message waits: it will say the same. */
async function replyTo(
  tx: Tx,
  { guildId, id, message }: Alert,
  { name, reply, now }: { readonly name: string; readonly reply: Reply; readonly now: number },
): Promise<void> {
  if (message === null) return;
  await enqueue(tx, {
    key: `alert-note:${guildId}:${id}:${name}`,
    guild: guildId,
    channel: message.channelId,
    body: { kind: 'post', reply, replyTo: message.messageId },
    dueAt: now,
    endsAt: now + DAY,
  });
}

/** Below the message of the rule's open alert, if it has one. */
async function tellOfData(
  tx: Tx,
  { kind, rule, since }: Tell & { kind: 'no-data' | 'data-back' },
  { settings, open, now }: Around,
): Promise<void> {
  const channel = channelOf(rule, settings);
  if (channel === null) return;
  const told = open.find((each) => each.rule === rule.id && each.message?.channelId === channel);
  const replyTo = told?.message?.messageId;
  await enqueue(tx, {
    key: `alert-note:${rule.guildId}:${rule.id}:${kind}:${since}`,
    guild: rule.guildId,
    channel,
    body: { kind: 'post', reply: dataReply(kind, rule, since), replyTo },
    dueAt: now,
    endsAt: now + DAY,
  });
}

async function messageOf(tx: Tx, alert: Alert, around: Around): Promise<Reply> {
  const burst = await burstOf(tx, alert);
  const chart = burst.length > 0 ? undefined : await chartOf(tx, alert, around);
  return alertMessage(alert, { ...around, burst }, chart);
}

async function chartOf(tx: Tx, alert: Alert, around: Around): Promise<Picture | undefined> {
  const { rules, settings, now, charts } = around;
  const rule = rules.find(({ id }) => id === alert.rule);
  if (charts !== undefined || rule === undefined || alert.reading === null)
    return charts?.get(alert.rule);
  const since = now - CHART_MS;
  const readings = await ruleReadings(tx, rule, { currency: settings.currency, since });
  const { limit } = alert.reading;
  return alertChart(rule, { readings, limit, timeZone: settings.timeZone });
}

/** The alert in whose message it is told: itself, unless it was one of many. */
async function leaderOf(tx: Tx, alert: Alert): Promise<Alert | null> {
  return alert.toldBy === null ? alert : findAlert(tx, alert.guildId, alert.toldBy);
}

async function burstOf(tx: Tx, { guildId, burst }: Alert): Promise<Alert[]> {
  const found = [];
  for (const id of burst) found.push((await findAlert(tx, guildId, id)) ?? []);
  return found.flat();
}

/** Notes where an alert's message stands, so that it is edited from then on. */
export const alertHooks: OutboxHooks = {
  posted: (tx, { guild, key }, message) => notePosted(tx, { guild, id: idIn(key) }, message),
};

async function notePosted(
  tx: Tx,
  { guild, id }: { readonly guild: string; readonly id: string },
  { channelId, messageId }: PostedMessage,
): Promise<void> {
  // Holds the server's row, as `inGuild` does: a round may be writing the same alert.
  await tx.updateTable('guild').set({ id: guild }).where('id', '=', guild).execute();
  const alert = await findAlert(tx, guild, id);
  if (alert !== null) await saveAlert(tx, { ...alert, message: { channelId, messageId } });
}

function keyOf({ guildId, id }: Alert): string {
  return `alert:${guildId}:${id}`;
}

/** Of `alert:<guild>:<id>`. */
function idIn(key: string): string {
  return key.split(':')[2] ?? '';
}
