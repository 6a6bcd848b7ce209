import type { Tx } from '../store/store.js';
import { updateGuild, type InGuild } from './transaction.js';
import { needsTwo } from './weaker-rules.js';
import { guildSettings } from './settings.js';

/**
 * Deletes the key, the settings and what waits to be posted. The trail stays, and so do the rule of
 * two people and the audit channel: disconnecting is no way around them. Changes requested under
 * the key can no longer be confirmed. Returns the server as it is then.
 */
export async function deleteSetup(guild: InGuild): Promise<InGuild> {
  const { tx, guildId, settings: before } = guild;
  const { approval, auditChannel } = before;
  const settings = guildSettings.parse(needsTwo(before) ? { approval, auditChannel } : {});
  await deleteEntries(tx, guildId);
  // Waiting lines for the audit channel are still posted.
  await tx
    .deleteFrom('outbox')
    .where('guild', '=', guildId)
    .where('key', 'not like', 'audit:%')
    .execute();
  return updateGuild(guild, { settings, loosening: null, keyVersion: guild.keyVersion + 1 });
}

export async function deleteGuild(tx: Tx, guildId: string): Promise<void> {
  await deleteEntries(tx, guildId);
  for (const table of ['document', 'outbox', 'change', 'audit'] as const)
    await tx.deleteFrom(table).where('guild', '=', guildId).execute();
  await tx.deleteFrom('guild').where('id', '=', guildId).execute();
}

/** Keys of a server's entries are its id, or begin with it and a colon. */
async function deleteEntries(tx: Tx, guildId: string): Promise<void> {
  await tx
    .deleteFrom('entries')
    .where((entry) => entry.or([entry('key', '=', guildId), entry('key', 'like', `${guildId}:%`)]))
    .execute();
}
