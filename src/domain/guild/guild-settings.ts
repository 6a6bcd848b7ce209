import { z } from 'zod';
import { POOL_CURRENCIES } from '../pool/currencies.js';

/** How many minutes a change may wait. */
export const MIN_WAIT = 15;
export const MAX_WAIT = 3 * 1_440;
const wait = z.int().min(MIN_WAIT).max(MAX_WAIT);

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
  /**
   * For a new payout address with a wrong checksum: nearly always a typo, and the money is lost.
   */
  badChecksum: z.enum(['warn', 'refuse']).default('refuse'),
  /** How long a change waits for confirmation, in minutes; missing = the deployment's default. */
  waits: z.object({ payments: wait.default(1_440), others: wait.optional() }).prefault({}),
  /** Pinged when a change waits for a second person. */
  pingRoleId: z.string().optional(),
  auditChannelId: z.string().optional(),
});

/** Of a guild that has set nothing, or whose stored copy is lost. */
export const NO_SETTINGS = guildSettings.parse({});

export type GuildSettings = z.output<typeof guildSettings>;

/** The parts of a connected key that may be shown. */
export interface KeyInfo {
  readonly lastFour: string;
  readonly connectedAt: number;
  readonly connectedBy: string;
  /** Its record can't be read, so the rest is unknown. */
  readonly isDamaged?: true;
}
