import { z } from 'zod';

export const POOL_CURRENCIES = ['BTC', 'LTC_DOGE', 'SC', 'ZEC'] as const;
export type PoolCurrency = (typeof POOL_CURRENCIES)[number];

/** Minutes that a change may wait to be confirmed. */
export const MIN_WAIT = 15;
export const MAX_WAIT = 3 * 24 * 60;

const ids = z.array(z.string()).default([]);
const id = z.string().nullable().default(null);
const approval = z.enum(['self', 'second']);
const wait = z.int().min(MIN_WAIT).max(MAX_WAIT);

/** What admins set with `/setup`, apart from the key. */
export const guildSettings = z.object({
  currency: z.enum(POOL_CURRENCIES).default('BTC'),
  /** Default scope: a site or subaccounts, never both. */
  site: z.object({ id: z.string(), name: z.string() }).nullable().default(null),
  subaccounts: ids,
  timeZone: z.string().default('UTC'),
  /** Role ids. Without viewer roles everybody may read; approvers may confirm, but not request. */
  roles: z.object({ viewer: ids, manager: ids, approver: ids }).prefault({}),
  /** Who may confirm: `second` = never the requester. */
  approval: z
    .object({ payments: approval.default('second'), others: approval.default('self') })
    .prefault({}),
  waits: z
    .object({
      payments: wait.default(24 * 60),
      others: wait.default(15),
    })
    .prefault({}),
  /** Pinged when a change waits for a second person. */
  pingRole: id,
  auditChannel: id,
  /** Channel of rules without their own, and the role that built-in rules mention. */
  alerts: z.object({ channel: id, role: id }).prefault({}),
});

export type GuildSettings = z.output<typeof guildSettings>;

export const DEFAULT_SETTINGS: GuildSettings = guildSettings.parse({});
