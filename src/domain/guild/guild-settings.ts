import { z } from 'zod';
import { POOL_CURRENCIES } from '../currencies.js';

/** A guild's settings, apart from its key. */
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
  /** Who may confirm: `second` = never the requester. */
  approval: z
    .object({
      payments: z.enum(['self', 'second']).default('second'),
      others: z.enum(['self', 'second']).default('self'),
    })
    .prefault({}),
  /** A new payout address with a wrong checksum: nearly always a typo, and the money is lost. */
  badChecksum: z.enum(['warn', 'refuse']).default('refuse'),
  auditChannelId: z.string().optional(),
});

export type GuildSettings = z.output<typeof guildSettings>;

/** What may be shown of a connected key. */
export interface KeyInfo {
  readonly lastFour: string;
  readonly connectedAt: number;
  readonly connectedBy: string;
}
