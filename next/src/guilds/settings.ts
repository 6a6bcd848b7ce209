import { z } from 'zod';

export const POOL_CURRENCIES = ['BTC', 'LTC_DOGE', 'SC', 'ZEC'] as const;
export type PoolCurrency = (typeof POOL_CURRENCIES)[number];

/** Minutes that a change may wait to be confirmed. */
export const MIN_WAIT = 15;
export const MAX_WAIT = 3 * 24 * 60;
const wait = z.int().min(MIN_WAIT).max(MAX_WAIT);

const approval = z.enum(['self', 'second']);

/** What admins set with `/setup`, apart from the key. */
export const guildSettings = z.object({
  currency: z.enum(POOL_CURRENCIES).default('BTC'),
  /** Default scope: a site or subaccounts, never both. */
  site: z.object({ id: z.string(), name: z.string() }).nullable().default(null),
  subaccounts: z.array(z.string()).default([]),
  timeZone: z.string().default('UTC'),
  /** Role ids. Without viewer roles everybody may read. */
  roles: z
    .object({
      viewer: z.array(z.string()).default([]),
      manager: z.array(z.string()).default([]),
      /** May confirm, but not request. */
      approver: z.array(z.string()).default([]),
    })
    .prefault({}),
  /** Who may confirm: `second` = never the requester. */
  approval: z
    .object({ payments: approval.default('second'), others: approval.default('self') })
    .prefault({}),
  waits: z.object({ payments: wait.default(1_440), others: wait.default(15) }).prefault({}),
  /** Pinged when a change waits for a second person. */
  pingRole: z.string().nullable().default(null),
  auditChannel: z.string().nullable().default(null),
});

export type GuildSettings = z.output<typeof guildSettings>;

export const DEFAULT_SETTINGS: GuildSettings = guildSettings.parse({});
