import { Temporal } from 'temporal-polyfill';
import { DAY_MS, MINUTE_MS } from './units.js';

/**
 * Uses Temporal because croner skips the day if the time falls into a gap that ends at midnight
 * (America/Nuuk, 23:30 on the last Saturday of March).
 */

/** Since then, every zone's date has changed only at whole quarters of an hour. */
const QUARTERS_SINCE = Date.UTC(2020, 0);
const QUARTER_MS = 15 * MINUTE_MS;
const MAX_KEPT = 1_000;
/** By zone, the date in the last quarter of an hour that was looked up. */
const kept = new Map<string, { readonly quarter: number; readonly date: string }>();

/** `YYYY-MM-DD` */
export function localDateOf(ms: number, zone: string): string {
  const quarter = Math.floor(ms / QUARTER_MS);
  const last = kept.get(zone);
  if (last?.quarter === quarter) return last.date;
  const date = exactLocalDate(ms, zone);
  if (kept.size >= MAX_KEPT) kept.clear();
  if (ms >= QUARTERS_SINCE) kept.set(zone, { quarter, date });
  return date;
}

function exactLocalDate(ms: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();
}

/** The date as the pool counts it. */
export function utcDateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** `days` may be negative. */
export function dateAfter(date: string, days: number): string {
  // Avoids Temporal, which is ten times slower: a daily post needs some hundred dates.
  return utcDateOf(Date.parse(`${date}T00:00Z`) + days * DAY_MS);
}

/** Whole days from the first date to the second. */
export function daysBetween(earlier: string, later: string): number {
  return Temporal.PlainDate.from(earlier).until(later, { largestUnit: 'day' }).days;
}

/**
 * `time` (`HH:MM`) on `date` in `zone`, in ms since the epoch: the first if it occurs twice, the
 * next existing moment if skipped. Null for a date that the zone skipped (Apia, 2011-12-30).
 */
export function toInstant(date: string, time: string, zone: string): number | null {
  const day = Temporal.PlainDate.from(date);
  if (!day.toZonedDateTime(zone).toPlainDate().equals(day)) return null;
  const wanted = day.toPlainDateTime(time);
  const before = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (before.toPlainDateTime().equals(wanted)) return before.epochMilliseconds;
  // In a gap, `earlier` goes back by its length, so the next transition is its end.
  return before.getTimeZoneTransition('next')?.epochMilliseconds ?? null;
}
