import type { Selectable } from 'kysely';
import type { Clock } from '../clock.js';
import { post } from '../jobs/outbox.js';
import type { Db, Tables } from '../store/schema.js';
import type { Store, Tx } from '../store/store.js';
import { loosened, type Loosening } from './weaker-rules.js';
import { guildSettings, type GuildSettings } from './settings.js';
import { appendAudit } from './audit-trail.js';

type Row = Selectable<Tables['guild']>;

/** What a server's row says. Read in `inGuild`, it holds until the transaction ends. */
export interface GuildRow {
  /** The rules in force now. */
  readonly settings: GuildSettings;
  /** A weaker rule that waits. */
  readonly loosening: Loosening | null;
  readonly frozen: Frozen | null;
  /** Counts connected and deleted keys. */
  readonly keyVersion: number;
}

/** Who stopped all confirmations, when (ms) and why. */
export interface Frozen {
  readonly by: string;
  readonly at: number;
  readonly reason: string;
}

/**
 * A server without a row has the defaults. A weaker rule whose day has passed at `now` (ms) is in
 * force; nothing has to run for that.
 */
export async function readGuildRow(db: Db, guildId: string, now: number): Promise<GuildRow> {
  const row = db.selectFrom('guild').selectAll().where('id', '=', guildId);
  return guildRowOf(await row.executeTakeFirst(), now);
}

function guildRowOf(row: Row | undefined, now: number): GuildRow {
  const stored = guildSettings.parse(JSON.parse(row?.settings ?? '{}'));
  const waiting: Loosening | null = row?.loosening ? JSON.parse(row.loosening) : null;
  const isInForce = waiting !== null && now >= waiting.effectiveAt;
  return {
    settings: isInForce ? loosened(stored, waiting) : stored,
    loosening: isInForce ? null : waiting,
    frozen: row?.frozen ? JSON.parse(row.frozen) : null,
    keyVersion: row?.key_version ?? 0,
  };
}

/** A server in the transaction that holds its row, so that nothing else of it is decided meanwhile. */
export interface InGuild extends GuildRow {
  readonly tx: Tx;
  readonly guildId: string;
  /** When the transaction began (ms). */
  readonly now: number;
}

export function inGuild<Result>(
  { store, clock }: { readonly store: Store; readonly clock: Pick<Clock, 'now'> },
  guildId: string,
  work: (guild: InGuild) => Promise<Result>,
): Promise<Result> {
  return store.inGuild(guildId, (tx, row) => work(guildIn({ tx, row }, clock.now())));
}

/** The same in a transaction that has begun. */
export function guildIn({ tx, row }: { readonly tx: Tx; readonly row: Row }, now: number): InGuild {
  return { ...guildRowOf(row, now), tx, guildId: row.id, now };
}

/** Writes what has changed into the server's row. Returns the server as it is then. */
export async function updateGuild(guild: InGuild, changed: Partial<GuildRow>): Promise<InGuild> {
  const { settings, loosening, frozen, keyVersion } = changed;
  await guild.tx
    .updateTable('guild')
    .set({
      settings: settings && JSON.stringify(settings),
      loosening: loosening && JSON.stringify(loosening),
      frozen: frozen && JSON.stringify(frozen),
      key_version: keyVersion,
    })
    .where('id', '=', guild.guildId)
    .execute();
  return { ...guild, ...changed };
}

export interface Step {
  /** User id, or `pitboss`. */
  readonly actor: string;
  /** Such as `settings`. */
  readonly step: string;
  /** Number of the change, if it is about one. */
  readonly change?: number;
  /** JSON; no secrets. */
  readonly details: object;
}

/**
 * Enters a step in the trail and tells the audit channel: one line or more, or none if `line` is empty.
 * Returns the entry's number.
 */
export async function record(guild: InGuild, step: Step, line: string): Promise<number> {
  const { tx, guildId, now, settings } = guild;
  const seq = await appendAudit(tx, { ...step, guild: guildId, at: now });
  await tellAudit(guild, settings.auditChannel, { seq, line });
  return seq;
}

/** Tells a channel of the step with that number. */
export async function tellAudit(
  guild: InGuild,
  channel: string | null,
  { seq, line }: { readonly seq: number; readonly line: string },
): Promise<void> {
  if (channel === null || line === '') return;
  // Lines of the same moment are posted in the order of their keys. A restored backup gives numbers
  // out again, and Discord drops what it has seen.
  const place = String(seq).padStart(10, '0');
  const key = `audit:${guild.guildId}:${channel}:${place}:${guild.now}`;
  await post(guild, { key, channel, reply: { content: line } });
}
