import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../domain/errors.js';
import { entriesOf } from './entries.js';
import { guildSettings, type Guilds, type GuildSettings } from './guilds.js';
import { createKeyVault, type VaultParts } from './key-vault.js';
import { createRecentIds } from './recent-ids.js';

const SPACE = 'guild-settings';
const ATTEMPTS = 100;
const LONGEST_WAIT_MS = 20;

/** The guilds' room over a store. `previousMasterKey` still opens keys during a rotation. */
export function createGuilds(parts: VaultParts): Guilds {
  const { store } = parts;
  const space = store.space<unknown>(SPACE);
  const vault = createKeyVault(parts);

  return {
    settings: async (guildId) => guildSettings.parse((await space.get(guildId)) ?? {}),
    update: async (guildId, change) => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const now = await space.get(guildId);
        const next: GuildSettings = guildSettings.parse(change(guildSettings.parse(now ?? {})));
        if (await store.replace(SPACE, guildId, { now, next })) return next;
        // Somebody else was first. Apart, not in step with them, for the next attempt.
        await sleep(Math.random() * LONGEST_WAIT_MS);
      }
      throw new UserError(
        'Others are changing the settings at this moment. Nothing was changed; please try again.',
      );
    },
    keyInfo: (guildId) => vault.info(guildId),
    openKey: (guildId) => vault.open(guildId),
    saveKey: (guildId, key, byUserId) => vault.save(guildId, key, byUserId),
    disconnect: async (guildId) => {
      // The key first: of a disconnect that is cut short it must not be what stays.
      const hadKey = await vault.forget(guildId);
      await space.delete(guildId);
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
