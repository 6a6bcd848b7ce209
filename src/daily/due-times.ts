import { Temporal } from 'temporal-polyfill';
import { localDate, shift, utcDate } from '../days.js';
import type { DateRange } from '../pool/pool.js';
import type { Schedule } from './schedule.js';

/** When posts are due. Dates are local ones, `YYYY-MM-DD`; moments are milliseconds. */

type Timed = Pick<Schedule, 'time' | 'timeZone' | 'every'>;

/** The newest one whose time has come. */
export function newestDue(schedule: Timed, now: number) {
  let occurrence = on(schedule, localDate(now, schedule.timeZone));
  while (occurrence.dueAt > now || !hasPost(schedule, occurrence.date))
    occurrence = on(schedule, shift(occurrence.date, -1));
  return occurrence;
}

/** The next one whose date is after `last`, if that is given. */
export function nextDue(schedule: Timed, now: number, last = '') {
  const newest = newestDue(schedule, now).date;
  let date = shift(newest > last ? newest : last, 1);
  while (!hasPost(schedule, date)) date = shift(date, 1);
  return on(schedule, date);
}

/** A week's post comes on Mondays, a month's on the first. */
function hasPost({ every }: Timed, date: string): boolean {
  const { dayOfWeek, day } = Temporal.PlainDate.from(date);
  if (every === 'week') return dayOfWeek === 1;
  return every === 'day' || day === 1;
}

/** A time that the clocks skip is taken after the gap, one that they repeat the first time. */
function on({ time, timeZone }: Timed, date: string) {
  const dueAt = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: time });
  return { date, dueAt: dueAt.epochMilliseconds };
}

/** Days of figures, and those that they are compared with. */
export interface Period extends DateRange {
  readonly before: DateRange;
}

/** Monday to Sunday, or the first to the last of a month, before `date`; and those before that. */
export function periodBefore(every: 'week' | 'month', date: string): Period {
  const day = Temporal.PlainDate.from(date);
  const first = every === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }) : day.with({ day: 1 });
  const length = every === 'week' ? { weeks: 1 } : { months: 1 };
  const start = first.subtract(length);
  const range = (from: Temporal.PlainDate, next: Temporal.PlainDate) => ({
    start: from.toString(),
    end: next.subtract({ days: 1 }).toString(),
  });
  return { ...range(start, first), before: range(start.subtract(length), start) };
}

/** Days of the pool are UTC days, and an unfinished one would look like a drop. */
export function lastFinishedDay(date: string, now: number): string {
  const utc = utcDate(now);
  return shift(date < utc ? date : utc, -1);
}
