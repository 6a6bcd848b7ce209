import { staggerWithin } from '../time/stagger.js';
import { z } from 'zod';
import { POOL_CURRENCIES } from '../pool/currencies.js';

/** In the order a post shows them. */
export const SECTIONS = [
  'figures',
  'revenue',
  'chart',
  'miners',
  'payments',
  'derivatives',
] as const;
export type Section = (typeof SECTIONS)[number];

export const DEFAULT_SECTIONS: readonly Section[] = [
  'figures',
  'revenue',
  'chart',
  'miners',
  'payments',
];

/** A daily post that an admin asked for. */
export const schedule = z.object({
  /** Unique in its guild; people type it to change or remove one of several. */
  id: z.string(),
  channelId: z.string(),
  /** Local, `HH:MM`. */
  time: z.string(),
  timeZone: z.string(),
  currencies: z.array(z.enum(POOL_CURRENCIES)),
  sections: z.array(z.enum(SECTIONS)),
  /** When its time was set, in ms. Nothing before that is due. */
  since: z.number(),
  setBy: z.string(),
});
export type Schedule = z.output<typeof schedule>;

export const MAX_SCHEDULES = 5;

/**
 * How long after its local time a guild's posts are due, in ms below `windowMs`. A thousand guilds
 * ask for 08:00: each has its own fixed moment within that window, so that neither the pool nor
 * Discord gets them all at once.
 */
export function offsetOf(guildId: string, windowMs: number): number {
  return staggerWithin(windowMs, `daily:${guildId}`);
}

/** A post that is due: a schedule and its local date. */
export interface Occurrence {
  readonly guildId: string;
  readonly schedule: Schedule;
  /** The local date the post is for, `YYYY-MM-DD`. */
  readonly date: string;
  /** The local time as an instant plus the guild's offset, in ms. */
  readonly dueAt: number;
}

export function scheduleKey(guildId: string, scheduleId: string): string {
  return `${guildId}:${scheduleId}`;
}
