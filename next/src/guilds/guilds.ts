import type { Member } from '../discord/command.js';
import type { Pool } from '../pool/pool.js';
import type { Tx } from '../store/store.js';
import type { Loosening } from './loosening.js';
import type { GuildSettings } from './settings.js';
import type { Act } from './trail.js';

/** A Discord server as the bot knows it. */
export interface Guild {
  readonly id: string;
  readonly settings: GuildSettings;
  readonly key: KeyInfo | null;
  /** Of the key, counting keys that were connected or deleted. */
  readonly keyVersion: number;
  /** A weaker rule that waits for a second admin or its day. */
  readonly loosening: Loosening | null;
}

/** What may be shown of a connected key. */
export interface KeyInfo {
  readonly lastFour: string;
  readonly connectedAt: number;
  /** User id. */
  readonly connectedBy: string;
}

/** Runs in the transaction that replaces or deletes a server's key. */
export type KeyWork = (tx: Tx, act: Act, what: 'replaced' | 'deleted') => Promise<void>;

/** Settings, keys and the audit trail of all servers. */
export interface Guilds {
  /** From memory where possible; an unknown server has the defaults and no key. */
  find(guildId: string): Promise<Guild>;
  /** The server's workspace. @throws UserError "No pool workspace connected" */
  pool(guild: Guild): Pool;
  /** Tests the key with one read, then seals and stores it. @throws UserError, PoolError */
  connect(guildId: string, by: Member, key: string): Promise<ConnectedKey>;
  /** Saves what `change` makes of the settings; a weaker rule waits. @throws UserError */
  configure(
    guildId: string,
    by: Member,
    change: (settings: GuildSettings) => GuildSettings,
  ): Promise<Configured>;
  /** Puts the weaker rule asked for at that moment in force, while it waits. @throws UserError */
  confirmLoosening(guildId: string, by: Member, askedAt: number): Promise<void>;
  /** @throws UserError */
  withdrawLoosening(guildId: string, by: Member, askedAt: number): Promise<void>;
  /** Enters the weaker rules whose day has passed; for the leader. */
  settleLoosenings(): Promise<void>;
  /** Deletes the key, the settings and what waits to be posted; the trail stays. */
  disconnect(guildId: string, by: Member): Promise<void>;
  /** Servers that have a key. */
  connected(): Promise<readonly string[]>;
  /** Adds work to do when a key is replaced or deleted. */
  onKey(work: KeyWork): void;
  /** The bot was removed from the server: everything that is kept for it is deleted. */
  removed(guildId: string): Promise<void>;
  /** Ids that people used before, newest first, for autocomplete; `contract` or `action`. */
  recentIds(guildId: string, kind: string): Promise<readonly string[]>;
  noteId(guildId: string, kind: string, id: string): Promise<void>;
  /** `brokenAt`: number of the first entry that was changed or is missing. */
  verifyTrail(
    guildId: string,
  ): Promise<{ readonly entries: number; readonly brokenAt: number | null }>;
}

export interface Configured {
  readonly before: GuildSettings;
  /** In force from now on. */
  readonly after: GuildSettings;
  /** What of the change has to wait. */
  readonly loosening: Loosening | null;
}

export interface ConnectedKey {
  readonly key: KeyInfo;
  readonly subaccounts: number;
  readonly sites: number;
  /** The same key was connected already. */
  readonly isSame: boolean;
}
