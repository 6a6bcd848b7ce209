import type { PoolCurrency } from '../guilds/settings.js';

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
export const USUAL_SECTIONS: readonly Section[] = [
  'figures',
  'revenue',
  'chart',
  'miners',
  'payments',
];

export const PERIODS = ['day', 'week', 'month'] as const;
/** A week's post comes on Mondays, a month's on the first. */
export type Every = (typeof PERIODS)[number];

export const MAX_SCHEDULES = 5;

/** A daily, weekly or monthly post that an admin asked for. */
export interface Schedule {
  readonly guildId: string;
  /** Five letters or digits that people can type. */
  readonly id: string;
  readonly channel: string;
  /** Local, `HH:MM`. */
  readonly time: string;
  readonly timeZone: string;
  readonly every: Every;
  readonly currencies: readonly PoolCurrency[];
  readonly sections: readonly Section[];
  /** User id. */
  readonly setBy: string;
  /** Since when (ms) the channel has refused every post, and why: "Pitboss lacks Embed Links". */
  readonly refused: { readonly since: number; readonly why: string } | null;
  /** When it was switched off because of that (ms). */
  readonly offSince: number | null;
}

const WHEN: Readonly<Record<Every, string>> = {
  day: '',
  week: 'Mondays ',
  month: '1st of the month ',
};

/** `Mondays 08:00 UTC` */
export function scheduleTime({ every, time, timeZone }: Schedule): string {
  return `${WHEN[every]}${time} ${timeZone}`;
}

const TIME = /^(\d{1,2})(?:[:.h]([0-5]\d))?\s*(am|pm|h)?$/;

/** `HH:MM` of `8`, `8:00`, `08.30`, `8h`, `8 am`, `8:30pm`; null if it is no time. */
export function timeTyped(typed: string): string | null {
  const [, hours, minutes = '00', half] = TIME.exec(typed.trim().toLowerCase()) ?? [];
  const hour = hourOf(Number(hours ?? Number.NaN), half);
  return hour === null ? null : `${String(hour).padStart(2, '0')}:${minutes}`;
}

/** 12 am is midnight, 12 pm noon. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half !== 'am' && half !== 'pm') return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}
