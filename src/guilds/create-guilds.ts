import { canonicalJson } from '../domain/json/canonical-json.js';
import { updateEntry } from '../store/update-entry.js';
import { entriesOf } from '../store/entries.js';
import { type Guilds } from './guilds.js';
import { createKeyVault, type VaultParts } from './key-vault.js';
import { createRecentIds } from './recent-ids.js';
import { guildSettings, type GuildSettings } from '../domain/guild/guild-settings.js';

const SPACE = 'guild-settings';

/** The guilds' room over a store. `previousMasterKey` still opens keys during a rotation. */
export function createGuilds(parts: VaultParts): Guilds {
  const { store } = parts;
  const space = store.namespace<unknown>(SPACE);
  const vault = createKeyVault(parts);

  const update: Guilds['update'] = (guildId, change) =>
    updateEntry(store, { space: SPACE, key: guildId }, (now) =>
      guildSettings.parse(change(guildSettings.parse(now ?? {}))),
    );

  const settings = async (guildId: string) => guildSettings.parse((await space.get(guildId)) ?? {});

  /** A record of mere defaults would keep the guild known for ever. */
  async function isNothing(guildId: string, keep: (now: GuildSettings) => GuildSettings) {
    const kept = guildSettings.parse(keep(await settings(guildId)));
    return canonicalJson(kept) === canonicalJson(guildSettings.parse({}));
  }

  return {
    settings,
    update,
    keyInfo: (guildId) => vault.info(guildId),
    openKey: (guildId) => vault.open(guildId),
    saveKey: (guildId, key, byUserId) => vault.save(guildId, key, byUserId),
    disconnect: async (guildId, keep) => {
      // The key first: of a disconnect that is cut short it must not be what stays.
      const hadKey = await vault.forget(guildId);
      await (keep === undefined || (await isNothing(guildId, keep))
        ? space.delete(guildId)
        : update(guildId, keep));
      await createRecentIds(store).forget(guildId);
      return hadKey;
    },
    knownGuilds: () => everyOne(vault.guilds(), space),
  };
}

/** Those with a key first, then those that have only settings. */
async function* everyOne(
  connected: AsyncIterable<string>,
  settings: Parameters<typeof entriesOf>[0],
): AsyncIterable<string> {
  const told = new Set<string>();
  for await (const guildId of connected) {
    told.add(guildId);
    yield guildId;
  }
  for await (const [guildId] of entriesOf(settings)) if (!told.has(guildId)) yield guildId;
}
