import { Temporal } from 'temporal-polyfill';

/**
 * Local dates and times against instants. Temporal and not a cron library, because it is right
 * in every zone: croner drops the day on which the time falls into a gap that ends at midnight
 * (America/Nuuk, 23:30 on the last Saturday of March).
 */

const DAY_MS = 86_400_000;

/** The date on a calendar there, `YYYY-MM-DD`. */
export function localDateOf(ms: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();
}

/** The date by which the pool counts. */
export function utcDateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** `days` may be negative. */
export function dateAfter(date: string, days: number): string {
  // Not Temporal, which takes ten times as long: a daily post asks for some hundred dates.
  return utcDateOf(Date.parse(`${date}T00:00Z`) + days * DAY_MS);
}

/** Whole days from the first date to the second. */
export function daysBetween(earlier: string, later: string): number {
  return Temporal.PlainDate.from(earlier).until(later, { largestUnit: 'day' }).days;
}

/**
 * When it is `time` (`HH:MM`) on `date` in `zone`, in ms since the epoch. A time that happens
 * twice gives the first. A time that is skipped gives the next moment that exists, which may be
 * the first of the next date. Null for a date that the zone left out (Apia, 2011-12-30).
 */
export function toInstant(date: string, time: string, zone: string): number | null {
  const day = Temporal.PlainDate.from(date);
  if (!day.toZonedDateTime(zone).toPlainDate().equals(day)) return null;
  const wanted = day.toPlainDateTime(time);
  const before = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (before.toPlainDateTime().equals(wanted)) return before.epochMilliseconds;
  // In a gap `earlier` counts back by its length, so the next change of the clocks is its end.
  return before.getTimeZoneTransition('next')?.epochMilliseconds ?? null;
}
