import type { Caller } from '../discord/command.js';
import { UserError } from '../errors.js';
import type { Services } from '../guilds/guilds.js';
import { inGuild, record, type GuildRow, type InGuild, type Step } from '../guilds/transaction.js';
import { post } from '../jobs/outbox.js';
import type { Pool } from '../pool/pool.js';
import type { Db } from '../store/schema.js';
import type { Tx } from '../store/store.js';
import { changeReply } from './card.js';
import type { Change } from './change.js';
import { findChange, listChanges, updateChange } from './rows.js';
import { cardUrl } from './words.js';

export interface Engine extends Services {
  /** Called once the pool lists what a change asked for. */
  readonly onDone?: (tx: Tx, change: Change) => Promise<void>;
}

export type Decider = Pick<Caller, 'guildId' | 'member'>;

/** Who asks, and the workspace they see. */
export interface Asker extends Decider, Pick<Caller, 'channelId'> {
  readonly pool: Pool;
  /** Version of the key that `pool` uses. */
  readonly keyVersion: number;
}

/** Which change a card or button is about. */
export interface CardKey {
  readonly number: number;
  /**
   * Default: whichever has the number. Numbers restart when a server adds the bot again; these moments
   * (ms) do not.
   */
  readonly askedAt?: number;
}

export interface ChangeKey extends CardKey {
  readonly guildId: string;
}

/** A change after a decision, and the server that it was decided in. */
export interface Decided {
  readonly change: Change;
  readonly guild: GuildRow;
}

/**
 * Decides about one change, in a transaction in which nothing else of its server is decided. If `work`
 * returns a refusal, records it, then throws it. @throws UserError
 */
export async function decide(
  engine: Engine,
  key: ChangeKey & { readonly attempt?: { by: string; to: string } },
  work: (guild: InGuild, change: Change) => Promise<Change | UserError>,
): Promise<Decided> {
  const { guildId, number, attempt } = key;
  return inGuild(engine, guildId, async (guild) => {
    const before = await requireChange(guild.tx, key);
    const change = await work(guild, before);
    if (!(change instanceof UserError)) return { change, guild };
    if (attempt) {
      const { title: reason } = change;
      const words = reason.charAt(0).toLowerCase() + reason.slice(1);
      const line = `⛔ **#${number}** <@${attempt.by}> couldn’t ${attempt.to}: ${words}`;
      const details = { attempt: attempt.to, reason };
      await recordStep(guild, before, { step: 'refused', actor: attempt.by, line, details });
    }
    return change;
  }).then((decided) => {
    // Thrown after the commit, so that the attempt stays recorded.
    if (decided instanceof UserError) throw decided;
    return decided;
  });
}

/** @throws UserError */
export async function requireChange(db: Db, key: ChangeKey): Promise<Change> {
  const { guildId, number, askedAt } = key;
  const change = await findChange(db, guildId, number);
  if (change === null) throw new UserError('No such change', '`/changes list` shows all.');
  if (change.askedAt === (askedAt ?? change.askedAt)) return change;
  throw new UserError('Too late', `This card shows another #${number}: see \`/changes list\`.`);
}

export interface ChangeStep extends Omit<Step, 'change' | 'details'> {
  /** For the audit channel; null if nobody needs to read about it. */
  readonly line: string | null;
  /** For the trail, beside the change's number. */
  readonly details?: object;
}

/** Writes the change as it is now, its entry in the trail, and brings its card up to date. */
export async function writeStep(guild: InGuild, change: Change, step: ChangeStep): Promise<Change> {
  await recordStep(guild, change, step);
  await writeChange(guild, change);
  return change;
}

/** The same where there is no step to tell. */
export async function writeChange(guild: InGuild, change: Change): Promise<void> {
  await updateChange(guild.tx, change);
  await enqueueCard(guild, change);
}

export async function recordStep(
  guild: InGuild,
  change: Change,
  { line, details = {}, ...step }: ChangeStep,
): Promise<void> {
  const url = cardUrl(change);
  // The link ends the first line; addresses follow.
  const linked = url === null ? line : line?.replace(/$/mu, ` · [card](${url})`);
  await record(guild, { ...step, change: change.number, details }, linked ?? '');
}

/** Edits the card where it was posted; until that is known, only a new one is posted. */
export async function enqueueCard(
  guild: InGuild,
  change: Change,
  { isNew = false } = {},
): Promise<void> {
  const { card, channelId, guildId, number } = change;
  if (card === null && !isNew) return;
  await post(guild, {
    key: `card:${guildId}:${number}`,
    channel: card?.channelId ?? channelId,
    edits: card?.messageId,
    reply: changeReply(change, guild),
    newestWins: true,
  });
}

/** Whether they can be confirmed has changed. */
export async function redrawPending(guild: InGuild): Promise<void> {
  for (const change of await listChanges(guild.tx, guild.guildId, { state: 'pending' }))
    await enqueueCard(guild, change);
}
