import { canonicalJson } from '../domain/json/canonical-json.js';
import { scanNamespace } from '../store/scan-namespace.js';
import { createRevisionCache } from '../store/revision-cache.js';
import { type Guilds } from './guilds.js';
import { createKeyVault, type VaultParts } from './keys/key-vault.js';
import { createRecentIds } from './recent-ids.js';
import { DamagedEntry } from '../domain/errors/store-errors.js';
import { toResult } from '../domain/errors/result.js';
import { guildSettings, NO_SETTINGS, type GuildSettings } from '../domain/guild/guild-settings.js';

const SPACE = 'guild-settings';
const MAX_KEPT = 4_000;
const DEFAULTS = canonicalJson(NO_SETTINGS);

/** The guilds' room on top of a store. `previousMasterKey` still opens keys during a rotation. */
export function createGuilds(parts: VaultParts): Guilds {
  const { store } = parts;
  const space = store.namespace<unknown>(SPACE);
  const kept = createRevisionCache<GuildSettings>(store, { space: SPACE, most: MAX_KEPT });
  const vault = createKeyVault(parts);
  const recentIds = createRecentIds(store, (guildId) => vault.info(guildId));

  return {
    settings: (guildId) =>
      kept.of(guildId, async () => {
        const stored = await toResult(space.get(guildId));
        if (!stored.ok && !(stored.error instanceof DamagedEntry)) throw stored.error;
        const parsed = guildSettings.safeParse(stored.ok ? stored.value : undefined);
        // The trail has what a lost or damaged copy had.
        const isSet = parsed.success && canonicalJson(parsed.data) !== DEFAULTS;
        return isSet ? parsed.data : NO_SETTINGS;
      }),
    async saveSettings(guildId, settings) {
      // A record of nothing but defaults would keep the guild known for ever.
      if (canonicalJson(settings) === DEFAULTS) await space.delete(guildId);
      else await space.set(guildId, guildSettings.parse(settings));
    },
    keyInfo: (guildId) => vault.info(guildId),
    openKey: (guildId) => vault.open(guildId),
    async saveKey(guildId, key, byUserId) {
      const info = await vault.save(guildId, key, byUserId);
      // The key is in force all the same: then only suggestions of the former workspace stay.
      await toResult(recentIds.forget(guildId));
      return info;
    },
    async forgetKey(guildId) {
      const hadKey = await vault.forget(guildId);
      await recentIds.forget(guildId);
      return hadKey;
    },
    connectedGuilds: () => vault.connected(),
    // Guilds with a key first, then those that only have settings.
    async *knownGuilds() {
      const seen = new Set<string>();
      for await (const guildId of vault.guilds()) {
        seen.add(guildId);
        yield guildId;
      }
      for await (const [guildId] of scanNamespace(space)) if (!seen.has(guildId)) yield guildId;
    },
  };
}
