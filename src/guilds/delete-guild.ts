import type { Tx } from '../store/store.js';
import type { InGuild } from './in-guild.js';
import { needsTwo } from './loosening.js';
import { guildSettings } from './settings.js';

const SETUP = ['daily', 'daily_post', 'snapshot', 'follow'] as const;
const ALERTS = ['alert_rule', 'alert', 'silence', 'reading', 'seen'] as const;

/**
 * Deletes the key, the settings and what waits to be posted. The trail stays, and so do the rule of
 * two people and the audit channel: disconnecting is no way around them. Changes requested under
 * the key can no longer be confirmed. Returns the server as it is then.
 */
export async function deleteSetup(guild: InGuild): Promise<InGuild> {
  const { tx, guildId, keyVersion, settings: before } = guild;
  const { approval, auditChannel } = before;
  const kept = needsTwo(before) ? { approval, auditChannel } : {};
  await deleteEntries(tx, guildId);
  await deleteFrom(tx, guildId, SETUP);
  // Waiting lines for the audit channel are still posted.
  await tx
    .deleteFrom('outbox')
    .where('guild', '=', guildId)
    .where('key', 'not like', 'audit:%')
    .execute();
  await tx
    .updateTable('guild')
    .set({ settings: JSON.stringify(kept), loosening: null, key_version: keyVersion + 1 })
    .where('id', '=', guildId)
    .execute();
  const settings = guildSettings.parse(kept);
  return { ...guild, settings, loosening: null, keyVersion: keyVersion + 1 };
}

/** Deletes everything that is kept for the server. */
export async function deleteGuild(tx: Tx, guildId: string): Promise<void> {
  await deleteEntries(tx, guildId);
  await deleteFrom(tx, guildId, [...SETUP, ...ALERTS, 'outbox', 'change', 'audit']);
  await tx.deleteFrom('guild').where('id', '=', guildId).execute();
}

/** Deletes rules, alerts and the figures behind them. */
export function deleteAlerts(tx: Tx, guildId: string): Promise<void> {
  return deleteFrom(tx, guildId, ALERTS);
}

type TableOfGuilds = (typeof SETUP | typeof ALERTS)[number] | 'outbox' | 'change' | 'audit';

async function deleteFrom(
  tx: Tx,
  guildId: string,
  tables: readonly TableOfGuilds[],
): Promise<void> {
  for (const table of tables) await tx.deleteFrom(table).where('guild', '=', guildId).execute();
}

/** Keys of a server's entries are its id, or begin with it and a colon. */
async function deleteEntries(tx: Tx, guildId: string): Promise<void> {
  await tx
    .deleteFrom('entries')
    .where((entry) => entry.or([entry('key', '=', guildId), entry('key', 'like', `${guildId}:%`)]))
    .execute();
}
