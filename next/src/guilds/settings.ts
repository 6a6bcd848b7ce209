import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

export const POOL_CURRENCIES = ['BTC', 'LTC_DOGE', 'SC', 'ZEC'] as const;
export type PoolCurrency = (typeof POOL_CURRENCIES)[number];

/** Minutes that a change may wait to be confirmed. */
export const MIN_WAIT = 15;
export const MAX_WAIT = 3 * 24 * 60;
export const USUAL_WAITS = { payments: 24 * 60, others: 15 } as const;

/** What is stored may be missing, or no longer valid, such as a time zone. */
const or = <Schema extends z.ZodType>(schema: Schema, usual: z.output<Schema>) =>
  schema.catch(() => usual);

const group = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const schema = z.object(shape);
  return schema.catch(() => schema.parse({}));
};
const ids = or(z.array(z.string()), []);
const approval = z.enum(['self', 'second']);
const wait = z.int().min(MIN_WAIT).max(MAX_WAIT);

/** What admins set with `/setup`, apart from the key. A bad value becomes its field's default. */
export const guildSettings = z.object({
  currency: or(z.enum(POOL_CURRENCIES), 'BTC'),
  /** Default scope: a site or subaccounts, never both. */
  site: or(z.object({ id: z.string(), name: z.string() }).nullable(), null),
  subaccounts: ids,
  timeZone: or(z.string().refine(isTimeZone), 'UTC'),
  /** Role ids. Without viewer roles everybody may read. */
  roles: group({
    viewer: ids,
    manager: ids,
    /** May confirm, but not request. */
    approver: ids,
  }),
  /** Who may confirm: `second` = never the requester. */
  approval: group({ payments: or(approval, 'second'), others: or(approval, 'self') }),
  waits: group({ payments: or(wait, USUAL_WAITS.payments), others: or(wait, USUAL_WAITS.others) }),
  /** Pinged when a change waits for a second person. */
  pingRole: or(z.string().nullable(), null),
  auditChannel: or(z.string().nullable(), null),
  alerts: group({
    /** Of rules without a channel of their own. */
    channel: or(z.string().nullable(), null),
    /** Mentioned by the built-in rules. */
    role: or(z.string().nullable(), null),
  }),
});

export type GuildSettings = z.output<typeof guildSettings>;

export const DEFAULT_SETTINGS: GuildSettings = guildSettings.parse({});

/** `Intl` alone also takes short names such as CST, which Temporal refuses when they are used. */
function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}
