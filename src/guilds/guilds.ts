import { z } from 'zod';
import { POOL_CURRENCIES } from '../domain/currencies.js';

/** What a guild has told us, apart from its key. */
export const guildSettings = z.object({
  currency: z.enum(POOL_CURRENCIES).default('BTC'),
  subaccounts: z.array(z.string()).default([]),
  siteId: z.string().optional(),
  siteName: z.string().optional(),
  timeZone: z.string().default('UTC'),
  roles: z
    .object({
      viewer: z.array(z.string()).default([]),
      manager: z.array(z.string()).default([]),
      approver: z.array(z.string()).default([]),
    })
    .prefault({}),
  /** Who may confirm: `self` = also whoever asked, `second` = never whoever asked. */
  approval: z
    .object({
      payments: z.enum(['self', 'second']).default('second'),
      others: z.enum(['self', 'second']).default('self'),
    })
    .prefault({}),
  /**
   * A new payout address whose checksum is wrong. Refused unless an admin says otherwise: it is
   * a typing mistake all but always, and what is paid to it is gone for good.
   */
  badChecksum: z.enum(['warn', 'refuse']).default('refuse'),
  auditChannelId: z.string().optional(),
});

export type GuildSettings = z.output<typeof guildSettings>;

/** What may be said about a connected key. */
export interface KeyInfo {
  readonly lastFour: string;
  readonly connectedAt: number;
  readonly connectedBy: string;
}

/** The guild's room. Every read goes to the store: another process may have written. */
export interface Guilds {
  settings(guildId: string): Promise<GuildSettings>;
  /**
   * Applies `change` to the present settings; concurrent changes do not undo each other. Throws
   * `Contended`, and nothing was changed, when there are too many of them.
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
