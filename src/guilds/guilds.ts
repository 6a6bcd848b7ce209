import type { GuildSettings, KeyInfo } from '../domain/guild/guild-settings.js';

/** Keys and stored settings, always as fresh as the store: another process may have written. */
export interface Guilds {
  /** The stored copy. What is in force is in the guild's trail. */
  settings(guildId: string): Promise<GuildSettings>;
  saveSettings(guildId: string, settings: GuildSettings): Promise<void>;
  keyInfo(guildId: string): Promise<KeyInfo | null>;
  /** Null when none is connected; throws `WrongMasterKey` when it can't be opened. */
  openKey(guildId: string): Promise<string | null>;
  saveKey(guildId: string, key: string, byUserId: string): Promise<KeyInfo>;
  /** With the ids that its workspace knows. True when there was a key. */
  forgetKey(guildId: string): Promise<boolean>;
  /** Those with a key, as fresh as the store, without reading them all again. */
  connectedGuilds(): Promise<readonly string[]>;
  /** Every guild with a key or settings, for the start-up check of guilds left while down. */
  knownGuilds(): AsyncIterable<string>;
}
