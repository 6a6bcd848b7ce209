import type { Kysely } from 'kysely';
import type { InGuild } from '../guilds/in-guild.js';
import { documents } from '../store/documents.js';
import type { Tables } from '../store/schema.js';
import type { Alert } from './alert.js';
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

export const stored = {
  rules: documents<Rule>('rule', ({ id }) => ({ id })),
  alerts: documents<Alert>('alert', ({ id, endedAt: at }) => ({ id, at })),
  silences: documents<Silence>('silence', ({ id, until: at }) => ({ id, at })),
};

/** Adds a server's alerts to what is known of it. */
export async function withAlerts<Server extends Pick<InGuild, 'guildId' | 'now'>>(
  db: Db,
  server: Server,
): Promise<Server & Watch> {
  const { guildId, now } = server;
  const alerts = await stored.alerts.listOpen(db, guildId);
  const silences = await stored.silences.listFrom(db, guildId, now + 1);
  return {
    ...server,
    rules: await readRules(db, guildId),
    alerts: alerts.toSorted((one, other) => other.since - one.since),
    silences: silences.toSorted((one, other) => one.from - other.from),
  };
}

export async function readRules(db: Db, guildId: string): Promise<readonly Rule[]> {
  const rules = await stored.rules.list(db, guildId);
  const own = ownRules(rules).toSorted(
    (one, other) => one.since - other.since || (one.id < other.id ? -1 : 1),
  );
  const builtIn = builtInRules(guildId);
  return [...builtIn.map((rule) => rules.find(({ id }) => id === rule.id) ?? rule), ...own];
}
