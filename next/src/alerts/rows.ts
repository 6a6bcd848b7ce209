import type { Kysely } from 'kysely';
import { UserError } from '../errors.js';
import { recordStep } from '../guilds/audit-lines.js';
import { readGuildRow, type GuildRow } from '../guilds/guild-row.js';
import { DEFAULT_SETTINGS } from '../guilds/settings.js';
import type { Act, Step } from '../guilds/trail.js';
import type { Tables } from '../store/schema.js';
import type { Tx } from '../store/store.js';
import type { Alert } from './alert.js';
import type { Kept } from './measure/watching.js';
import {
  ELSEWHERE,
  isBuiltIn,
  NEW_NOTE,
  POOL,
  usualDraft,
  type Rule,
  type Silence,
} from './rule.js';

type Db = Kysely<Tables>;

/** A server in the transaction that holds its row. */
export interface InGuild {
  readonly tx: Tx;
  readonly guildId: string;
  readonly row: GuildRow;
  readonly now: number;
  /** User id, or `pitboss`. */
  readonly actor: string;
  /** The built-in ones first, then the server's own, oldest first. */
  readonly rules: readonly Rule[];
}

export async function readInGuild(tx: Tx, { guild, at, actor }: Act): Promise<InGuild> {
  const row = await readGuildRow(tx, guild, at);
  return { tx, guildId: guild, row, now: at, actor, rules: await readRules(tx, guild) };
}

export function record(
  { tx, guildId, row, now, actor }: InGuild,
  { line, ...entry }: Pick<Step, 'step' | 'details'> & { readonly line: string },
): Promise<void> {
  const step = { guild: guildId, at: now, actor, ...entry };
  return recordStep(tx, step, [[row.settings.auditChannel, line]]);
}

/** The built-in rules first, then the server's own, oldest first. */
export async function readRules(db: Db, guildId: string): Promise<readonly Rule[]> {
  const rows = await db
    .selectFrom('alert_rule')
    .select('data')
    .where('guild', '=', guildId)
    .execute();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `saveRule` alone
  const stored = rows.map(({ data }) => JSON.parse(data) as Rule);
  const builtIn = builtInRules(guildId).map(
    (rule) => stored.find(({ id }) => id === rule.id) ?? rule,
  );
  return [...builtIn, ...ownRules(stored)];
}

export function ownRules(rules: readonly Rule[]): readonly Rule[] {
  return rules
    .filter((rule) => !isBuiltIn(rule))
    .toSorted((one, other) => one.since - other.since || (one.id < other.id ? -1 : 1));
}

/** A row of them is written once it has something to remember, or an admin edits it. */
function builtInRules(guildId: string): readonly Rule[] {
  const rest = { guildId, setBy: 'pitboss', since: 0, note: NEW_NOTE };
  const [elsewhere, pool] = [
    usualDraft('changed-elsewhere', DEFAULT_SETTINGS),
    usualDraft('pool', DEFAULT_SETTINGS),
  ];
  return [
    { ...elsewhere, ...rest, id: ELSEWHERE, severity: 'critical' },
    { ...pool, ...rest, id: POOL, remindMinutes: 0 },
  ];
}

export function ruleIn(rules: readonly Rule[], id: string): Rule {
  const found = rules.find((rule) => rule.id === id);
  if (found === undefined) throw new UserError('No such rule', '`/alerts rules` shows all.');
  return found;
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
  await tx.deleteFrom('silence').where('guild', '=', guildId).where('rule', '=', id).execute();
  await deleteReadings(tx, guildId, id);
}

/** Pending, firing and recovering, oldest first. */
export async function readAlerts(db: Db, guildId: string): Promise<readonly Alert[]> {
  const rows = await db
    .selectFrom('alert')
    .select('data')
    .where('guild', '=', guildId)
    .where('is_open', '=', 1)
    .execute();
  return rows.map(parse).toSorted((one, other) => one.since - other.since);
}

/** Those that ended since then, newest first. */
export async function readPast(db: Db, guildId: string, since: number): Promise<readonly Alert[]> {
  const rows = await db
    .selectFrom('alert')
    .select('data')
    .where('guild', '=', guildId)
    .where('ended_at', '>=', since)
    .orderBy('ended_at', 'desc')
    .execute();
  return rows.map(parse);
}

export async function findAlert(db: Db, guildId: string, id: string): Promise<Alert | null> {
  const row = await db
    .selectFrom('alert')
    .select('data')
    .where('guild', '=', guildId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : parse(row);
}

/** All that were told in the alert's message, the one that has it first. */
export async function toldTogether(db: Db, alert: Alert): Promise<readonly Alert[]> {
  if (alert.burst.length === 0) return [alert];
  const rows = await db
    .selectFrom('alert')
    .select('data')
    .where('guild', '=', alert.guildId)
    .where('id', 'in', alert.burst)
    .execute();
  const found = new Map(rows.map(parse).map((each) => [each.id, each]));
  return alert.burst.flatMap((id) => found.get(id) ?? []);
}

function parse({ data }: { readonly data: string }): Alert {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `saveAlert` alone
  return JSON.parse(data) as Alert;
}

export async function saveAlert(tx: Tx, alert: Alert): Promise<void> {
  const row = {
    is_open: alert.endedAt === null ? 1 : 0,
    ended_at: alert.endedAt,
    data: JSON.stringify(alert),
  };
  await tx
    .insertInto('alert')
    .values({ guild: alert.guildId, id: alert.id, rule: alert.rule, ...row })
    .onConflict((on) => on.columns(['guild', 'id']).doUpdateSet(row))
    .execute();
}

export async function deleteAlert(tx: Tx, { guildId, id }: Alert): Promise<void> {
  await tx.deleteFrom('alert').where('guild', '=', guildId).where('id', '=', id).execute();
}

export async function readSilences(
  db: Db,
  guildId: string,
  now: number,
): Promise<readonly Silence[]> {
  const rows = await db
    .selectFrom('silence')
    .select('data')
    .where('guild', '=', guildId)
    .where('until_at', '>', now)
    .orderBy('from_at')
    .execute();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `saveSilence` alone
  return rows.map(({ data }) => JSON.parse(data) as Silence);
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

export async function deleteSilences(tx: Tx, guildId: string, rule: string | null): Promise<void> {
  let all = tx.deleteFrom('silence').where('guild', '=', guildId);
  if (rule !== null) all = all.where('rule', '=', rule);
  await all.execute();
}

/** Two hours more than rules compare with, in case the bot stood still a day ago. */
export const READINGS_KEPT_MS = 26 * 3_600_000;

/** The figures a rule rests on since a moment, oldest first. */
export async function readReadings(
  db: Db,
  { guildId, id }: Rule,
  since: number,
): Promise<readonly Kept[]> {
  const rows = await db
    .selectFrom('reading')
    .select(['at', 'data'])
    .where('guild', '=', guildId)
    .where('series', '=', id)
    .where('at', '>=', since)
    .orderBy('at')
    .execute();
  return rows.map(({ at, data }) => ({ at, value: data }));
}

/** Adds a figure, and forgets those that are not compared with any more. */
export async function keepReading(tx: Tx, { guildId: guild, id: series }: Rule, kept: Kept) {
  await tx
    .insertInto('reading')
    .values({ guild, series, at: kept.at, data: kept.value })
    .onConflict((on) => on.doNothing())
    .execute();
  await tx
    .deleteFrom('reading')
    .where('guild', '=', guild)
    .where('series', '=', series)
    .where('at', '<', kept.at - READINGS_KEPT_MS)
    .execute();
}

/** Another workspace's figures, or those of another scope, cannot be compared. Null: of all rules. */
export async function deleteReadings(tx: Tx, guildId: string, rule: string | null): Promise<void> {
  let all = tx.deleteFrom('reading').where('guild', '=', guildId);
  if (rule !== null) all = all.where('series', '=', rule);
  await all.execute();
}

const PAST_KEPT_MS = 400 * 24 * 3_600_000;

/** What ended long ago, of all servers. */
export async function deleteOld(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('alert')
    .where('ended_at', '<', now - PAST_KEPT_MS)
    .execute();
  await db.deleteFrom('silence').where('until_at', '<', now).execute();
}
