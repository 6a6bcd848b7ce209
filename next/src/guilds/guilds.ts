import type { Member } from '../discord/command.js';
import type { Pool } from '../pool/pool.js';
import type { GuildSettings } from './settings.js';

/** A Discord server as the bot knows it. */
export interface Guild {
  readonly id: string;
  readonly settings: GuildSettings;
  readonly key: KeyInfo | null;
}

/** What may be shown of a connected key. */
export interface KeyInfo {
  readonly lastFour: string;
  readonly connectedAt: number;
  /** User id. */
  readonly connectedBy: string;
}

/** Settings, keys and the audit trail of all servers. */
export interface Guilds {
  /** From memory where possible; an unknown server has the defaults and no key. */
  find(guildId: string): Promise<Guild>;
  /** The server's workspace. @throws UserError "No pool workspace connected" */
  pool(guild: Guild): Pool;
  /** Tests the key with one read, then seals and stores it. @throws UserError, PoolError */
  connect(guildId: string, by: Member, key: string): Promise<ConnectedKey>;
  /** Merges `change`, enters what changed in the trail, and returns before and after. */
  configure(
    guildId: string,
    by: Member,
    change: (settings: GuildSettings) => GuildSettings,
  ): Promise<{ readonly before: GuildSettings; readonly after: GuildSettings }>;
  /** Deletes the key, the settings and what waits to be posted; the trail stays. */
  disconnect(guildId: string, by: Member): Promise<void>;
  /** The bot was removed from the server: everything that is kept for it is deleted. */
  removed(guildId: string): Promise<void>;
  /** Ids that people used before, newest first, for autocomplete; `contract` or `action`. */
  recentIds(guildId: string, kind: string): Promise<readonly string[]>;
  noteId(guildId: string, kind: string, id: string): Promise<void>;
  /** Whether the audit trail is whole, and how many entries it has. */
  verifyTrail(
    guildId: string,
  ): Promise<{ readonly entries: number; readonly brokenAt: number | null }>;
}

export interface ConnectedKey {
  readonly key: KeyInfo;
  readonly subaccounts: number;
  readonly sites: number;
  /** The same key was connected already. */
  readonly isSame: boolean;
}
