import type { Kysely } from 'kysely';
import { DAY, HOUR } from '../clock.js';
import type { InGuild } from '../guilds/in-guild.js';
import type { Tables } from '../store/schema.js';
import type { Tx } from '../store/store.js';
import type { Alert } from './alert.js';
import type { Kept } from './measure/watching.js';
import { builtInRules, ownRules, type Rule, type Silence } from './rule.js';

type Db = Kysely<Tables>;

/** What a server watches, and what is wrong there. */
interface Watch {
  /** The built-in ones first, then the server's own, oldest first. */
  readonly rules: readonly Rule[];
  /** Pending, firing and recovering, newest first. */
  readonly alerts: readonly Alert[];
  readonly silences: readonly Silence[];
}

/** A server with its alerts, to be shown. */
export type ServerAlerts = Watch & Pick<InGuild, 'guildId' | 'settings' | 'now'>;
/** The same in the transaction that holds the server's row. */
export type AlertsInGuild = Watch & InGuild;

/** Adds a server's alerts to what is known of it. */
export async function withAlerts<Server extends Pick<InGuild, 'guildId' | 'now'>>(
  db: Db,
  server: Server,
): Promise<Server & Watch> {
  const { guildId, now } = server;
  const alerts = await alertRows(db, guildId).where('is_open', '=', 1).execute();
  const silences = await db
    .selectFrom('silence')
    .select('data')
    .where('guild', '=', guildId)
    .where('until_at', '>', now)
    .orderBy('from_at')
    .execute();
  return {
    ...server,
    rules: await readRules(db, guildId),
    alerts: alerts.map(alertIn).toSorted((one, other) => other.since - one.since),
    silences: silences.map(({ data }): Silence => JSON.parse(data)),
  };
}

export async function readRules(db: Db, guildId: string): Promise<readonly Rule[]> {
  const rows = await db
    .selectFrom('alert_rule')
    .select('data')
    .where('guild', '=', guildId)
    .execute();
  const stored = rows
    .map(({ data }): Rule => JSON.parse(data))
    .toSorted((one, other) => one.since - other.since || (one.id < other.id ? -1 : 1));
  const builtIn = builtInRules(guildId);
  return [
    ...builtIn.map((rule) => stored.find(({ id }) => id === rule.id) ?? rule),
    ...ownRules(stored),
  ];
}

export async function saveRule(tx: Tx, rule: Rule): Promise<void> {
  const data = JSON.stringify(rule);
  await tx
    .insertInto('alert_rule')
    .values({ guild: rule.guildId, id: rule.id, data })
    .onConflict((on) => on.columns(['guild', 'id']).doUpdateSet({ data }))
    .execute();
}

export async function deleteRule(tx: Tx, { guildId, id }: Rule): Promise<void> {
  await tx.deleteFrom('alert_rule').where('guild', '=', guildId).where('id', '=', id).execute();
  await deleteSilences(tx, guildId, id);
  await deleteReadings(tx, guildId, id);
}

function alertRows(db: Db, guildId: string) {
  return db.selectFrom('alert').select('data').where('guild', '=', guildId);
}

function alertIn({ data }: { readonly data: string }): Alert {
  return JSON.parse(data);
}

/** Alerts that ended since then, newest first. */
export async function readPast(db: Db, guildId: string, since: number): Promise<readonly Alert[]> {
  const rows = alertRows(db, guildId).where('ended_at', '>=', since).orderBy('ended_at', 'desc');
  return (await rows.execute()).map(alertIn);
}

export async function findAlert(db: Db, guildId: string, id: string): Promise<Alert | null> {
  const row = await alertRows(db, guildId).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : alertIn(row);
}

export async function saveAlert(tx: Tx, alert: Alert): Promise<void> {
  const row = {
    is_open: alert.endedAt === null ? 1 : 0,
    ended_at: alert.endedAt,
    data: JSON.stringify(alert),
  };
  await tx
    .insertInto('alert')
    .values({ guild: alert.guildId, id: alert.id, ...row })
    .onConflict((on) => on.columns(['guild', 'id']).doUpdateSet(row))
    .execute();
}

export async function deleteAlert(tx: Tx, { guildId, id }: Alert): Promise<void> {
  await tx.deleteFrom('alert').where('guild', '=', guildId).where('id', '=', id).execute();
}

export async function saveSilence(tx: Tx, silence: Silence): Promise<void> {
  const { guildId: guild, rule, from, until } = silence;
  const row = { until_at: until, data: JSON.stringify(silence) };
  await tx
    .insertInto('silence')
    .values({ guild, rule: rule ?? '', from_at: from, ...row })
    .onConflict((on) => on.columns(['guild', 'rule', 'from_at']).doUpdateSet(row))
    .execute();
}

/** Null: those of all rules. */
export async function deleteSilences(tx: Tx, guildId: string, rule: string | null): Promise<void> {
  let all = tx.deleteFrom('silence').where('guild', '=', guildId);
  if (rule !== null) all = all.where('rule', '=', rule);
  await all.execute();
}

/** Two hours more than rules compare with, in case the bot was down a day ago. */
export const READINGS_KEPT_MS = 26 * HOUR;

/** The figures a rule rests on since a moment, oldest first. */
export async function readReadings(
  db: Db,
  { guildId, id }: Rule,
  since: number,
): Promise<readonly Kept[]> {
  return db
    .selectFrom('reading')
    .select(['at', 'data as value'])
    .where('guild', '=', guildId)
    .where('series', '=', id)
    .where('at', '>=', since)
    .orderBy('at')
    .execute();
}

/** Adds a figure, and deletes those too old to compare with. */
export async function keepReading(
  tx: Tx,
  { guildId: guild, id: series }: Rule,
  { at, value }: Kept,
): Promise<void> {
  await tx
    .insertInto('reading')
    .values({ guild, series, at, data: value })
    .onConflict((on) => on.doNothing())
    .execute();
  await tx
    .deleteFrom('reading')
    .where('guild', '=', guild)
    .where('series', '=', series)
    .where('at', '<', at - READINGS_KEPT_MS)
    .execute();
}

/** Figures of another workspace or scope cannot be compared. Null: those of all rules. */
export async function deleteReadings(tx: Tx, guildId: string, rule: string | null): Promise<void> {
  let all = tx.deleteFrom('reading').where('guild', '=', guildId);
  if (rule !== null) all = all.where('series', '=', rule);
  await all.execute();
}

const PAST_KEPT_MS = 400 * DAY;

/** Deletes what ended long ago, for all servers. */
export async function deleteOld(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('alert')
    .where('ended_at', '<', now - PAST_KEPT_MS)
    .execute();
  await db.deleteFrom('silence').where('until_at', '<', now).execute();
}
