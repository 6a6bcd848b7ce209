import type { GuildSettings, KeyInfo } from '../domain/guild/guild-settings.js';

/** The guild's room. Every read goes to the store: another process may have written. */
export interface Guilds {
  settings(guildId: string): Promise<GuildSettings>;
  /**
   * Applies `change` to the present settings; concurrent changes do not undo each other. Throws
   * `WriteConflict`, and nothing was changed, when there are too many of them.
   */
  update(guildId: string, change: (now: GuildSettings) => GuildSettings): Promise<GuildSettings>;
  keyInfo(guildId: string): Promise<KeyInfo | null>;
  /** Null when none is connected; throws `WrongMasterKey` when it cannot be opened. */
  openKey(guildId: string): Promise<string | null>;
  saveKey(guildId: string, key: string, byUserId: string): Promise<KeyInfo>;
  /** Forgets key and settings, but what `keep` leaves of them. True when there was a key. */
  disconnect(guildId: string, keep?: (now: GuildSettings) => GuildSettings): Promise<boolean>;
  /** Every guild with a key or settings, for the start-up check of guilds left while down. */
  knownGuilds(): AsyncIterable<string>;
}
