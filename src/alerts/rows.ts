import type { Kysely } from 'kysely';
import { DAY, HOUR } from '../clock.js';
import type { InGuild } from '../guilds/in-guild.js';
import { documents } from '../store/documents.js';
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

export const storedRules = documents<Rule>('rule', ({ id }) => ({ id }));
export const storedAlerts = documents<Alert>('alert', ({ id, endedAt: at }) => ({ id, at }));
const silenceId = ({ rule, from }: Silence) => `${rule ?? ''}:${from}`;
export const storedSilences = documents<Silence>('silence', (silence) => {
  return { id: silenceId(silence), at: silence.until };
});

/** Adds a server's alerts to what is known of it. */
export async function withAlerts<Server extends Pick<InGuild, 'guildId' | 'now'>>(
  db: Db,
  server: Server,
): Promise<Server & Watch> {
  const { guildId, now } = server;
  const alerts = await storedAlerts.listOpen(db, guildId);
  const silences = await storedSilences.listFrom(db, guildId, now + 1);
  return {
    ...server,
    rules: await readRules(db, guildId),
    alerts: alerts.toSorted((one, other) => other.since - one.since),
    silences: silences.toSorted((one, other) => one.from - other.from),
  };
}

export async function readRules(db: Db, guildId: string): Promise<readonly Rule[]> {
  const stored = await storedRules.list(db, guildId);
  const own = ownRules(stored).toSorted(
    (one, other) => one.since - other.since || (one.id < other.id ? -1 : 1),
  );
  const builtIn = builtInRules(guildId);
  return [...builtIn.map((rule) => stored.find(({ id }) => id === rule.id) ?? rule), ...own];
}

export async function deleteRule(
  { tx, silences }: AlertsInGuild,
  { guildId, id }: Rule,
): Promise<void> {
  await storedRules.remove(tx, { guildId, id });
  await deleteReadings(tx, guildId, id);
  const own = silences.filter(({ rule }) => rule === id);
  await deleteSilences(tx, own);
}

export async function deleteSilences(tx: Tx, silences: readonly Silence[]): Promise<void> {
  for (const silence of silences)
    await storedSilences.remove(tx, { guildId: silence.guildId, id: silenceId(silence) });
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
  await storedAlerts.removeBefore(db, now - PAST_KEPT_MS);
  await storedSilences.removeBefore(db, now);
}
