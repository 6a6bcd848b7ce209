import { recordStep } from '../guilds/audit-lines.js';
import type { GuildRow } from '../guilds/guild-row.js';
import { enqueue } from '../jobs/outbox.js';
import type { Tx } from '../store/store.js';
import { changeReply } from './card.js';
import type { Change } from './change.js';
import { updateChange } from './rows.js';

const DAY = 86_400_000;

/** A transaction of a server, the server as it sees it, and when it began (ms). */
export interface Moment {
  readonly tx: Tx;
  readonly row: GuildRow;
  readonly now: number;
}

export interface ChangeStep {
  readonly name: string;
  /** User id, or `pitboss`. */
  readonly actor: string;
  /** For the audit channel; null where nobody needs to read of it. */
  readonly line: string | null;
  /** For the trail, beside the change's number. */
  readonly details?: object;
}

/** Writes the change as it is now, its entry in the trail, and brings its card up to date. */
export async function writeStep(moment: Moment, change: Change, step: ChangeStep): Promise<void> {
  await updateChange(moment.tx, change);
  await recordChangeStep(moment, change, step);
  await enqueueCard(moment, change);
}

export async function recordChangeStep(
  { tx, row, now }: Moment,
  { guildId, number }: Change,
  { name, actor, line, details = {} }: ChangeStep,
): Promise<void> {
  const entry = { guild: guildId, at: now, actor, step: name, change: number, details };
  await recordStep(tx, entry, [[row.settings.auditChannel, line ?? '']]);
}

/** Edits the card where it stands; nothing while nobody knows where that is. */
export async function enqueueCard({ tx, row, now }: Moment, change: Change): Promise<void> {
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
