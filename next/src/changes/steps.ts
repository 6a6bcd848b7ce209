import type { Reply } from '../discord/reply.js';
import { recordStep } from '../guilds/audit-lines.js';
import type { GuildRow } from '../guilds/guild-row.js';
import { enqueue } from '../jobs/outbox.js';
import type { Tx } from '../store/store.js';
import { changeReply } from './card.js';
import type { Change } from './change.js';
import { updateChange } from './rows.js';

const DAY = 86_400_000;

export interface ChangeStep {
  readonly name: string;
  /** User id, or `pitboss`. */
  readonly actor: string;
  /** For the audit channel; null where nobody needs to read of it. */
  readonly line: string | null;
  /** For the trail, beside the change's number. */
  readonly details?: object;
}

/** The server as the transaction sees it, and its moment (ms). */
export interface Moment {
  readonly row: GuildRow;
  readonly now: number;
}

/** Writes the change as it is now, its entry in the trail, and brings its card up to date. */
export async function writeStep(
  tx: Tx,
  change: Change,
  { step, ...moment }: Moment & { readonly step: ChangeStep },
): Promise<void> {
  await updateChange(tx, change);
  await recordChangeStep(tx, change, { step, ...moment });
  await enqueueCard(tx, change, moment);
}

export async function recordChangeStep(
  tx: Tx,
  { guildId, number }: Change,
  { step, row, now }: Moment & { readonly step: ChangeStep },
): Promise<void> {
  const { name, actor, line, details = {} } = step;
  const entry = { guild: guildId, at: now, actor, step: name, change: number, details };
  await recordStep(tx, entry, [[row.settings.auditChannel, line ?? '']]);
}

/** Edits the card where it stands; nothing while nobody knows where that is. */
export async function enqueueCard(tx: Tx, change: Change, { row, now }: Moment): Promise<void> {
  const { card, guildId, number } = change;
  if (card === null) return;
  await enqueue(tx, {
    key: `card:${guildId}:${number}`,
    guild: guildId,
    channel: card.channelId,
    body: { kind: 'edit', messageId: card.messageId, reply: changeReply(change, row) },
    dueAt: now,
    endsAt: now + DAY,
    newestWins: true,
  });
}

/** A card that no answer to a command shows. */
export async function enqueueNewCard(tx: Tx, change: Change, { row, now }: Moment): Promise<void> {
  const { channelId, guildId, number } = change;
  await enqueue(tx, {
    key: `card:${guildId}:${number}`,
    guild: guildId,
    channel: channelId,
    body: { kind: 'post', reply: changeReply(change, row) },
    dueAt: now,
    endsAt: now + DAY,
  });
}

export interface Note {
  /** A later note of the same name takes its place while it waits. */
  readonly name: string;
  readonly reply: Reply;
  readonly dueAt: number;
  readonly endsAt: number;
}

/** A reply to the card, which notifies who it names; an edit of the card notifies nobody. */
export async function enqueueNote(tx: Tx, change: Change, note: Note): Promise<void> {
  const { guildId, number, card, channelId } = change;
  await enqueue(tx, {
    key: `note:${guildId}:${number}:${note.name}`,
    guild: guildId,
    channel: card?.channelId ?? channelId,
    body: { kind: 'post', reply: note.reply, replyTo: card?.messageId },
    dueAt: note.dueAt,
    endsAt: note.endsAt,
    newestWins: true,
  });
}
