import type { GuildSettings, KeyInfo } from '../domain/guild/guild-settings.js';

/** A key, read together with the time it was connected: neither is another key's. */
export interface OpenedKey extends Pick<KeyInfo, 'connectedAt'> {
  readonly key: string;
}

/** Keys and stored settings, always as fresh as the store: another process may have written. */
export interface Guilds {
  /** The stored copy. What is in force is in the guild's trail. */
  settings(guildId: string): Promise<GuildSettings>;
  saveSettings(guildId: string, settings: GuildSettings): Promise<void>;
  keyInfo(guildId: string): Promise<KeyInfo | null>;
  /** Null if none is connected; throws `WrongMasterKey` if it can't be opened. */
  openKey(guildId: string): Promise<OpenedKey | null>;
  /** Also forgets the ids that the former key's workspace knows. */
  saveKey(guildId: string, key: string, byUserId: string): Promise<KeyInfo>;
  /** Also forgets the ids its workspace knows. True if there was a key. */
  forgetKey(guildId: string): Promise<boolean>;
  /** Guilds with a key, as fresh as the store, without rereading them all. */
  connectedGuilds(): Promise<readonly string[]>;
  /** Every guild with a key or settings, for the start-up check for guilds left while down. */
  knownGuilds(): AsyncIterable<string>;
}
