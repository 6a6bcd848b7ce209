import { createHash, randomInt } from 'node:crypto';
import { z } from 'zod';
import { POOL_CURRENCIES } from '../currencies.js';

/** What a post may hold, in the order in which it is shown. */
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

/** A post every day, as an admin asked for it. */
export const schedule = z.object({
  /** Unique in its guild; people type it to change or remove one of several. */
  id: z.string(),
  channelId: z.string(),
  /** Local, `HH:MM`. */
  time: z.string(),
  timeZone: z.string(),
  currencies: z.array(z.enum(POOL_CURRENCIES)),
  sections: z.array(z.enum(SECTIONS)),
  /** When its time was set, in ms: what was due before that is none of its posts. */
  since: z.number(),
  setBy: z.string(),
});
export type Schedule = z.output<typeof schedule>;

export const MOST_SCHEDULES = 5;

/**
 * A thousand guilds ask for 08:00. Each has a moment of its own within this window after its
 * time, always the same, so neither the pool nor Discord meets them all at once. It also keeps
 * several posts of one guild in step, which share its pool's answers.
 */
export const SPREAD_MS = 5 * 60_000;

/** How long after its local time a guild's posts are due, in ms below `windowMs`. */
export function offsetOf(guildId: string, windowMs: number): number {
  const hash = createHash('sha256').update(`daily:${guildId}`).digest().readUInt32BE(0);
  return Math.floor((hash / 2 ** 32) * windowMs);
}

/** Letters and digits that nobody mistakes for each other. */
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';

export function newScheduleId(): string {
  return Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** One post that is due: a schedule and its local date. */
export interface Occurrence {
  readonly guildId: string;
  readonly schedule: Schedule;
  /** The local date that the post stands for, `YYYY-MM-DD`. */
  readonly date: string;
  /** The local time as an instant plus the guild's offset, in ms. */
  readonly dueAt: number;
}

export function scheduleKey(guildId: string, scheduleId: string): string {
  return `${guildId}:${scheduleId}`;
}

/** The same for the same post, from whatever process; 24 characters of Discord's 25. */
export function nonceOf({ guildId, schedule: { id }, date }: Occurrence): string {
  return createHash('sha256').update(`daily:${guildId}:${id}:${date}`).digest('hex').slice(0, 24);
}
