import type { Reply } from '../discord/reply.js';
import { enqueue, replaceWaiting, type OutboxHooks } from '../jobs/outbox.js';
import { enqueuePage } from '../jobs/pages.js';
import type { Tx } from '../store/store.js';
import { isOpen, type Alert } from './alert.js';
import { alertChart } from './chart.js';
import type { Tell } from './evaluate.js';
import {
  alertMessage,
  dataReply,
  reminderReply,
  resolvedReply,
  type Surroundings,
} from './message.js';
import {
  findAlert,
  readAlerts,
  readRules,
  readSilences,
  saveAlert,
  toldTogether,
  type InGuild,
} from './rows.js';
import { channelOf } from './rule.js';
import { titleOf } from './words.js';

const DAY = 86_400_000;

type Around = Omit<Surroundings, 'chart'>;

/** Enters what people are told, once the alerts and rules are saved in the same transaction. */
export async function enqueueTells(inGuild: InGuild, tells: readonly Tell[]): Promise<void> {
  if (tells.length === 0) return;
  const around = await readAround(inGuild);
  for (const tell of tells) await enqueueTell(inGuild.tx, tell, around);
}

async function readAround({ tx, guildId, row, now }: InGuild): Promise<Around> {
  return {
    settings: row.settings,
    rules: await readRules(tx, guildId),
    open: (await readAlerts(tx, guildId)).filter(isOpen),
    silences: await readSilences(tx, guildId, now),
    now,
  };
}

async function enqueueTell(tx: Tx, tell: Tell, around: Around): Promise<void> {
  switch (tell.kind) {
    case 'fired':
      await pageAll(tx, await toldTogether(tx, tell.alert), around);
      return post(tx, tell.alert, around);
    case 'changed':
      if (!isOpen(tell.alert)) await pageAll(tx, [tell.alert], around);
      return edit(tx, tell.alert, around);
    case 'resolved':
      await pageAll(tx, [tell.alert], around);
      await edit(tx, tell.alert, around);
      return replyResolved(tx, tell.alert, around);
    case 'reminder': {
      const { alert } = tell;
      const reply = reminderReply(alert, around);
      return replyTo(tx, alert, { name: `reminder${alert.reminders}`, reply, now: around.now });
    }
    case 'no-data':
    case 'data-back':
      return tellOfData(tx, tell, around);
    default:
      return tell satisfies never;
  }
}

/** For the operator's pager. */
async function pageAll(tx: Tx, alerts: readonly Alert[], around: Around): Promise<void> {
  const at = new Date(around.now).toISOString();
  for (const alert of alerts) {
    const { id, guildId: server, severity } = alert;
    const title = titleOf(alert, around.rules.find((rule) => rule.id === alert.rule) ?? null);
    const status = isOpen(alert) ? 'fired' : 'resolved';
    await enqueuePage(tx, { status, alert: id, server, severity, title, at });
  }
}

/** Nothing where no channel is set: `/alerts rules` says so. */
async function post(tx: Tx, alert: Alert, around: Around): Promise<void> {
  const { settings, rules, now } = around;
  const channel = channelOf(rules.find(({ id }) => id === alert.rule) ?? null, settings);
  if (channel === null) return;
  const body = { kind: 'post', reply: await drawnMessage(tx, alert, around) } as const;
  const days = alert.condition === 'changed-elsewhere' ? 7 : 1;
  const times = { dueAt: now, endsAt: now + days * DAY };
  await enqueue(tx, { key: keyOf(alert), guild: alert.guildId, channel, body, ...times });
}

/** Edits the message in which it was told, or the post that waits to become it. */
async function edit(tx: Tx, told: Alert, around: Around): Promise<void> {
  const [alert = told] = await toldTogether(tx, told);
  const reply = await drawnMessage(tx, alert, around);
  const { message, guildId: guild } = alert;
  const key = keyOf(alert);
  if (message === null) return replaceWaiting(tx, key, { kind: 'post', reply });
  const { channelId: channel, messageId } = message;
  const body = { kind: 'edit', messageId, reply } as const;
  const times = { dueAt: around.now, endsAt: around.now + DAY, newestWins: true };
  await enqueue(tx, { key, guild, channel, body, ...times });
}

/** An edit notifies nobody. Of many at once only the end of all is told. */
async function replyResolved(tx: Tx, told: Alert, around: Around): Promise<void> {
  const together = await toldTogether(tx, told);
  if (together.some(isOpen)) return;
  const reply = resolvedReply(told, around, together.length);
  await replyTo(tx, together[0] ?? told, { name: 'resolved', reply, now: around.now });
}

interface Note {
  readonly name: string;
  readonly reply: Reply;
  readonly now: number;
}

/** Nothing while the alert's own message waits: it will say the same. */
async function replyTo(tx: Tx, { guildId, id, message }: Alert, note: Note): Promise<void> {
  if (message === null) return;
  const { channelId: channel, messageId: replyTo } = message;
  await enqueueNote(tx, { ...note, guild: guildId, channel, replyTo, name: `${id}:${note.name}` });
}

/** Below the message of the rule's open alert, if it has one. */
async function tellOfData(
  tx: Tx,
  { kind, rule, since }: Extract<Tell, { kind: 'no-data' | 'data-back' }>,
  { settings, open, now }: Around,
): Promise<void> {
  const channel = channelOf(rule, settings);
  if (channel === null) return;
  const told = open.find((each) => each.rule === rule.id && each.message?.channelId === channel);
  const name = `${rule.id}:${kind}:${since}`;
  const reply = dataReply(kind, rule, since);
  const replyTo = told?.message?.messageId;
  await enqueueNote(tx, { guild: rule.guildId, channel, replyTo, name, reply, now });
}

interface PlacedNote extends Note {
  readonly guild: string;
  readonly channel: string;
  readonly replyTo: string | undefined;
}

async function enqueueNote(tx: Tx, note: PlacedNote): Promise<void> {
  const { guild, channel, replyTo, name, reply, now } = note;
  const body = { kind: 'post', reply, replyTo } as const;
  const key = `alert-note:${guild}:${name}`;
  await enqueue(tx, { key, guild, channel, body, dueAt: now, endsAt: now + DAY });
}

export async function messageOf(inGuild: InGuild, alert: Alert): Promise<Reply> {
  return drawnMessage(inGuild.tx, alert, await readAround(inGuild));
}

async function drawnMessage(tx: Tx, alert: Alert, around: Around): Promise<Reply> {
  const together = await toldTogether(tx, alert);
  const rule = around.rules.find(({ id }) => id === alert.rule);
  const { now, settings } = around;
  const isDrawn = rule !== undefined && together.length === 1;
  const chart = isDrawn ? await alertChart(tx, { alert, rule, now, ...settings }) : undefined;
  return alertMessage(together, { ...around, chart });
}

/** Notes where an alert's message stands, so that it is edited from then on. */
export const alertHooks: OutboxHooks = {
  async posted(tx, { guild, key }, { channelId, messageId }) {
    // Holds the server's row, as `inGuild` does: a round may be writing the same alert.
    await tx.updateTable('guild').set({ id: guild }).where('id', '=', guild).execute();
    const alert = await findAlert(tx, guild, key.split(':')[2] ?? '');
    if (alert !== null) await saveAlert(tx, { ...alert, message: { channelId, messageId } });
  },
};

function keyOf({ guildId, id }: Alert): string {
  return `alert:${guildId}:${id}`;
}
