import type { Kysely } from 'kysely';
import type { Tables } from '../store/schema.js';
import type { Tx } from '../store/store.js';
import type { Alert } from './alert.js';
import { CONDITION_SPECS, type Condition } from './conditions.js';
import { isBuiltIn } from './rule-words.js';
import { USUAL_REMIND_MINUTES, type Rule, type Silence } from './rule.js';
import { ELSEWHERE, POOL } from './silences.js';

type Db = Kysely<Tables>;

/** The built-in rules first, then the server's own, oldest first. */
export async function readRules(db: Db, guildId: string): Promise<readonly Rule[]> {
  const rows = await db
    .selectFrom('alert_rule')
    .select('data')
    .where('guild', '=', guildId)
    .execute();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `saveRule` alone
  const stored = rows.map(({ data }) => JSON.parse(data) as Rule);
  const builtIn = [
    builtInRule(guildId, ELSEWHERE, 'changed-elsewhere'),
    builtInRule(guildId, POOL, 'pool'),
  ].map((rule) => stored.find(({ id }) => id === rule.id) ?? rule);
  const own = stored
    .filter((rule) => !isBuiltIn(rule))
    .toSorted((one, other) => one.since - other.since || (one.id < other.id ? -1 : 1));
  return [...builtIn, ...own];
}

export function ownRules(rules: readonly Rule[]): Rule[] {
  return rules.filter((rule) => !isBuiltIn(rule));
}

/** A row of it is written once it has something to remember, or an admin edits it. */
function builtInRule(guildId: string, id: string, condition: Condition): Rule {
  return {
    guildId,
    id,
    condition,
    threshold: null,
    forMinutes: CONDITION_SPECS[condition].forMinutes,
    margin: null,
    currency: null,
    site: null,
    subaccounts: [],
    channel: null,
    role: null,
    secondRole: null,
    severity: id === ELSEWHERE ? 'critical' : 'warning',
    remindMinutes: id === ELSEWHERE ? USUAL_REMIND_MINUTES : 0,
    setBy: 'pitboss',
    since: 0,
    note: { missing: null, fired: [], happened: [] },
  };
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

/** Now and planned. */
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

/** Of one rule, or all. */
export async function deleteSilences(tx: Tx, guildId: string, rule: string | null): Promise<void> {
  let all = tx.deleteFrom('silence').where('guild', '=', guildId);
  if (rule !== null) all = all.where('rule', '=', rule);
  await all.execute();
}

/** What ended long ago, of all servers. */
export async function deleteOld(db: Db, { now, keptMs }: { now: number; keptMs: number }) {
  await db
    .deleteFrom('alert')
    .where('ended_at', '<', now - keptMs)
    .execute();
  await db.deleteFrom('silence').where('until_at', '<', now).execute();
}

function parse({ data }: { readonly data: string }): Alert {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `saveAlert` alone
  return JSON.parse(data) as Alert;
}
