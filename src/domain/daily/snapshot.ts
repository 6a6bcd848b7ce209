import { z } from 'zod';
import { dateAfter } from '../time/local-time.js';
import { POOL_CURRENCIES } from '../pool/currencies.js';

/**
 * The summary's daily figures, which the pool itself forgets: one record per guild, currency and
 * local date. Kept digit for digit as the pool wrote them.
 */

const numeric = z.union([z.number(), z.string()]).nullish();

const text = z.string().nullish();

export const snapshot = z.object({
  date: z.string(),
  /** The time zone of that date. */
  timeZone: z.string(),
  /** When the pool answered, in ms. */
  readAt: z.number(),
  currency: z.enum(POOL_CURRENCIES),
  /** When the key that read it was connected, in ms. Earlier versions didn't note it. */
  connectedAt: z.number().optional(),
  /** What the figures cover. Figures of different scopes are never compared. */
  scope: z.string(),
  /** Miners in total, failing or not, if the post counted them. */
  miners: z.number().optional(),
  figures: z.object({
    hashrate_5m: numeric,
    hashrate_24h: numeric,
    efficiency_5m: numeric,
    uptime_24h: numeric,
    active_miners: numeric,
    revenue_24h: z
      .array(z.object({ currency_type: text, revenue_type: text, revenue: numeric }))
      .nullable(),
    revenue_all_time: z
      .array(z.object({ currency_type: text, revenue_type: text, revenue: numeric }))
      .nullable(),
    hashprice: z.array(z.object({ currency_type: text, value: numeric })).nullable(),
    balance: z.array(z.object({ currency_type: text, revenue: numeric })).nullable(),
  }),
});

export type Snapshot = z.output<typeof snapshot>;

/** What figures are compared with. */
export interface EarlierFigures {
  readonly last: Snapshot | null;
  readonly week: Snapshot | null;
}

/** The newest of these days, and that of exactly a week before `date`; `days` are newest first. */
export function earlierOf(days: readonly Snapshot[], date: string): EarlierFigures {
  const weekAgo = dateAfter(date, -7);
  return { last: days[0] ?? null, week: days.find((each) => each.date === weekAgo) ?? null };
}
