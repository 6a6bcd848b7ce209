import type { Logger } from 'pino';
import { DAY, type Clock } from '../clock.js';
import type { Caller } from '../discord/command.js';
import { UserError } from '../errors.js';
import { recordStep } from '../guilds/audit-lines.js';
import { guildRowOf, type GuildRow } from '../guilds/guild-row.js';
import { enqueue } from '../jobs/outbox.js';
import type { Pool } from '../pool/pool.js';
import type { Store, Tx } from '../store/store.js';
import { changeReply } from './card.js';
import type { Change } from './change.js';
import { findChange, listChanges, updateChange } from './rows.js';
import { cardUrl } from './words.js';

export interface Engine {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
  /** Called once the pool lists what a change asked for. */
  readonly onDone?: (tx: Tx, change: Change) => Promise<void>;
}

/** Who decides. */
export type Decider = Pick<Caller, 'guildId' | 'member'>;

/** Who asks, and the workspace they see. */
export interface Asker extends Decider, Pick<Caller, 'channelId'> {
  readonly pool: Pool;
  /** Version of the key that `pool` uses. */
  readonly keyVersion: number;
}

/** A transaction of a server, the server as it sees it, and when it began (ms). */
export interface Moment {
  readonly tx: Tx;
  readonly row: GuildRow;
  readonly now: number;
}

export interface Deciding extends Moment {
  readonly change: Change;
}

export type ChangeKey = Pick<Change, 'guildId' | 'number'>;

/** Runs `work` in a transaction in which nothing else of this server is decided. */
export function inGuild<Result>(
  { store, clock }: Pick<Engine, 'store' | 'clock'>,
  guildId: string,
  work: (moment: Moment) => Promise<Result>,
): Promise<Result> {
  return store.inGuild(guildId, (tx, guild) => {
    const now = clock.now();
    return work({ tx, row: guildRowOf(guild, now), now });
  });
}

/** The same for one change. If `work` returns a refusal, record it, then throw it. @throws UserError */
export async function decide(
  engine: Engine,
  { guildId, number, attempt }: ChangeKey & { readonly attempt?: { by: string; to: string } },
  work: (deciding: Deciding) => Promise<Change | UserError>,
): Promise<Change> {
  const result = await inGuild(engine, guildId, async (moment) => {
    const change = existing(await findChange(moment.tx, guildId, number));
    const decided = await work({ ...moment, change });
    if (!attempt || !(decided instanceof UserError)) return decided;
    const { title: reason } = decided;
    const words = reason.charAt(0).toLowerCase() + reason.slice(1);
    const line = `⛔ **#${number}** <@${attempt.by}> couldn’t ${attempt.to}: ${words}`;
    const details = { attempt: attempt.to, reason };
    await recordChangeStep(moment, change, { name: 'refused', actor: attempt.by, line, details });
    return decided;
  });
  if (result instanceof UserError) throw result;
  return result;
}

export async function requireChange(
  { store }: Engine,
  { guildId, number }: ChangeKey,
): Promise<Change> {
  return existing(await findChange(store.db, guildId, number));
}

function existing(change: Change | null): Change {
  if (change !== null) return change;
  throw new UserError('No such change', '`/changes list` shows all.');
}

export interface ChangeStep {
  readonly name: string;
  /** User id, or `pitboss`. */
  readonly actor: string;
  /** For the audit channel; null if nobody needs to read about it. */
  readonly line: string | null;
  /** For the trail, beside the change's number. */
  readonly details?: object;
}

/** Writes the change as it is now, its entry in the trail, and brings its card up to date. */
export async function writeStep(moment: Moment, change: Change, step: ChangeStep): Promise<void> {
  await recordChangeStep(moment, change, step);
  await writeChange(moment, change);
}

/** The same where there is no step to tell. */
export async function writeChange(moment: Moment, change: Change): Promise<void> {
  await updateChange(moment.tx, change);
  await enqueueCard(moment, change);
}

export async function recordChangeStep(
  { tx, row, now }: Moment,
  change: Change,
  { name, actor, line, details = {} }: ChangeStep,
): Promise<void> {
  const { guildId: guild, number } = change;
  const url = cardUrl(change);
  // The link ends the first line; addresses follow.
  const linked = url === null ? line : line?.replace(/$/mu, ` · [card](${url})`);
  const entry = { guild, at: now, actor, step: name, change: number, details };
  await recordStep(tx, entry, [[row.settings.auditChannel, linked ?? '']]);
}

/** Edits the card where it was posted; until that is known, only a new one is posted. */
export async function enqueueCard(
  { tx, row, now }: Moment,
  change: Change,
  { isNew = false } = {},
): Promise<void> {
  const { card, channelId, guildId: guild, number } = change;
  if (card === null && !isNew) return;
  const reply = changeReply(change, row);
  await enqueue(tx, {
    key: `card:${guild}:${number}`,
    guild,
    channel: card?.channelId ?? channelId,
    body: card ? { kind: 'edit', messageId: card.messageId, reply } : { kind: 'post', reply },
    dueAt: now,
    endsAt: now + DAY,
    newestWins: true,
  });
}

/** Whether they can be confirmed has changed. */
export async function redrawPending(moment: Moment, guildId: string): Promise<void> {
  for (const change of await listChanges(moment.tx, guildId, { state: 'pending' }))
    await enqueueCard(moment, change);
}
