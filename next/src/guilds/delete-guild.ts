import type { Tx } from '../store/store.js';
import { needsTwo } from './loosening.js';
import type { GuildSettings } from './settings.js';

/**
 * Deletes the key, the settings and what waits to be posted. The trail stays, and so do the rule of
 * two people and the audit channel: disconnecting is no way around them. What was asked under the
 * key can no longer be confirmed.
 */
export async function deleteSetup(tx: Tx, guildId: string, before: GuildSettings): Promise<void> {
  const { approval, auditChannel } = before;
  const settings = JSON.stringify(needsTwo(before) ? { approval, auditChannel } : {});
  await deleteEntries(tx, guildId);
  await deleteDaily(tx, guildId);
  await tx.deleteFrom('outbox').where('guild', '=', guildId).execute();
  await tx
    .updateTable('guild')
    .set((row) => ({ settings, loosening: null, key_version: row('key_version', '+', 1) }))
    .where('id', '=', guildId)
    .execute();
}

/** Deletes everything that is kept for the server. */
export async function deleteGuild(tx: Tx, guildId: string): Promise<void> {
  await deleteEntries(tx, guildId);
  await deleteDaily(tx, guildId);
  await tx.deleteFrom('outbox').where('guild', '=', guildId).execute();
  await deleteAlerts(tx, guildId);
  await tx.deleteFrom('change').where('guild', '=', guildId).execute();
  await tx.deleteFrom('audit').where('guild', '=', guildId).execute();
  await tx.deleteFrom('guild').where('id', '=', guildId).execute();
}

/** Rules, alerts and what they rest on. */
export async function deleteAlerts(tx: Tx, guildId: string): Promise<void> {
  for (const table of ['alert_rule', 'alert', 'silence', 'reading', 'seen'] as const)
    await tx.deleteFrom(table).where('guild', '=', guildId).execute();
}

/** Daily posts and the figures kept with them. */
async function deleteDaily(tx: Tx, guildId: string): Promise<void> {
  for (const table of ['daily', 'daily_post', 'snapshot'] as const)
    await tx.deleteFrom(table).where('guild', '=', guildId).execute();
}

/** Keys of a server's entries are its id, or begin with it and a colon. */
async function deleteEntries(tx: Tx, guildId: string): Promise<void> {
  await tx
    .deleteFrom('entries')
    .where((entry) => entry.or([entry('key', '=', guildId), entry('key', 'like', `${guildId}:%`)]))
    .execute();
}
