import { Temporal } from 'temporal-polyfill';
import { dateAfter, localDateOf, utcDateOf } from './local-time.js';

/**
 * Ranges of days by name. The pool uses UTC days and refuses a later end, so "today" is the guild's
 * date but never later than the UTC date; "yesterday" is always a finished day.
 */

export interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** IANA zone of the guild. */
  readonly zone: string;
}

export interface Span {
  readonly start: string;
  readonly end: string;
}

export interface NamedRange {
  readonly name: string;
  readonly start: string;
  readonly end: string;
}

const USUAL = [
  'yesterday',
  'last 7 days',
  'last 30 days',
  'last week',
  'this month',
  'last month',
  'today',
  'last 90 days',
  'this year',
  'last year',
] as const;

/** Offered as suggestions. */
export function usualRanges(moment: Moment): readonly NamedRange[] {
  const today = dayOf(moment);
  return USUAL.flatMap((name) => {
    const range = namedRange(name, today);
    return range === null ? [] : [{ name, ...range }];
  });
}

/** Weeks begin on Monday (ISO 8601). */
function mondayOf(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.subtract({ days: date.dayOfWeek - 1 });
}

/** Null for an unknown name. */
export function namedRange(name: string, today: string): Span | null {
  const date = Temporal.PlainDate.from(today);
  const lastN = /^last (\d{1,3}) days?$/.exec(name);
  if (lastN !== null) return Number(lastN[1]) === 0 ? null : lastDays(Number(lastN[1]), today);
  switch (name) {
    case 'today':
      return { start: today, end: today };
    case 'yesterday':
      return lastDays(1, today);
    case 'this week':
      return { start: mondayOf(date).toString(), end: today };
    case 'last week': {
      const monday = mondayOf(date).subtract({ weeks: 1 });
      return { start: monday.toString(), end: monday.add({ days: 6 }).toString() };
    }
    case 'this month':
      return { start: date.with({ day: 1 }).toString(), end: today };
    case 'last month':
      return wholeMonth(date.subtract({ months: 1 }));
    case 'this year':
      return { start: date.with({ month: 1, day: 1 }).toString(), end: today };
    case 'last year':
      return { start: `${date.year - 1}-01-01`, end: `${date.year - 1}-12-31` };
    default:
      return null;
  }
}

function wholeMonth(date: Temporal.PlainDate): Span {
  return {
    start: date.with({ day: 1 }).toString(),
    end: date.with({ day: date.daysInMonth }).toString(),
  };
}

/** Finished days only: an unfinished one would look like a drop. */
export function lastDays(count: number, today: string): Span {
  return { start: dateAfter(today, -count), end: dateAfter(today, -1) };
}

/** The date that names count as today. */
export function dayOf({ now, zone }: Moment): string {
  const [local, utc] = [localDateOf(now, zone), utcDateOf(now)];
  return local < utc ? local : utc;
}
