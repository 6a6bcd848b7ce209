import { Temporal } from 'temporal-polyfill';
import type { Clock } from '../../clock.js';
import { localDate, shift, utcDate } from '../../days.js';
import type { Choice } from '../../discord/reply.js';
import { UserError } from '../../errors.js';
import type { GuildSettings } from '../../guilds/settings.js';
import type { DateRange } from '../../pool/pool.js';
import { code, oneLine } from '../../text.js';
import { days } from './times.js';

const USUAL_DAYS = 30;
const MOST_DAYS = 366;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

interface Moment {
  readonly clock: Pick<Clock, 'now'>;
  readonly settings: Pick<GuildSettings, 'timeZone'>;
}

/**
 * Days in the server's time zone, but none that has not begun in UTC: the pool refuses those (400).
 * With neither typed: 30 finished days. @throws UserError
 */
export function rangeOf(
  typed: { readonly from?: string | undefined; readonly to?: string | undefined },
  moment: Moment,
): DateRange {
  const today = todayOf(moment);
  const from = typed.from === undefined ? null : typedRange('from', typed.from, today);
  const to = typed.to === undefined ? null : typedRange('to', typed.to, today);
  if (from === null && to === null) return daysBefore(today, USUAL_DAYS);
  const last = to === null ? from?.end : (to.end ?? to.start);
  const end = last !== undefined && last < today ? last : today;
  const start = from?.start ?? shift(end, 1 - USUAL_DAYS);
  const shown = (day: string) => days(day, day, moment.clock.now());
  if (start > today) throw refused('from', `${shown(start)} hasn’t begun.`);
  if (start > end) throw refused('from', `${shown(start)} is after ${shown(end)}.`);
  if (shift(start, MOST_DAYS) <= end) throw refused('from', `at most ${MOST_DAYS} days at once.`);
  return { start, end };
}

/** The named ranges with their days, and what was typed. */
export function rangeChoices(typed: string, moment: Moment): Choice[] {
  const today = todayOf(moment);
  const wanted = oneLine(typed).toLowerCase();
  const found = [...namedRanges(today)]
    .map(([name, { start, end }]) => ({
      label: `${name} · ${days(start, end, moment.clock.now())}`,
      value: name,
    }))
    .filter(({ label }) => label.toLowerCase().includes(wanted));
  const day = daysTyped(wanted, today);
  return [...(day === null ? [] : [{ label: oneLine(typed), value: oneLine(typed) }]), ...found];
}

function todayOf({ clock, settings }: Moment): string {
  const [local, utc] = [localDate(clock.now(), settings.timeZone), utcDate(clock.now())];
  return local < utc ? local : utc;
}

/** A single day has no end: in `from` it lasts until today. */
function typedRange(
  option: string,
  typed: string,
  today: string,
): { readonly start: string; readonly end?: string } {
  const words = oneLine(typed).toLowerCase();
  const count = /^last ([1-9]\d{0,2}) days?$/.exec(words)?.[1];
  if (count !== undefined) return daysBefore(today, Number(count));
  const named = namedRanges(today).get(words);
  if (named !== undefined) return named;
  const typedDays = daysTyped(words, today);
  if (typedDays !== null) return typedDays;
  throw refused(option, `${code(typed, 40)} isn’t a date. Use 2026-11-01, 1 nov or last week.`);
}

function namedRanges(today: string): Map<string, DateRange> {
  const monday = shift(today, 1 - Temporal.PlainDate.from(today).dayOfWeek);
  const first = `${today.slice(0, 7)}-01`;
  const lastMonth = shift(first, -1);
  return new Map([
    ['yesterday', daysBefore(today, 1)],
    ['last 7 days', daysBefore(today, 7)],
    ['last 30 days', daysBefore(today, 30)],
    ['last week', daysBefore(monday, 7)],
    ['this week', { start: monday, end: today }],
    ['this month', { start: first, end: today }],
    ['last month', { start: `${lastMonth.slice(0, 7)}-01`, end: lastMonth }],
    ['last 90 days', daysBefore(today, 90)],
    ['today', { start: today, end: today }],
  ]);
}

/** One day, or two as a card prints them: `21–27 nov 2026`, `29 oct – 27 nov`. */
function daysTyped(words: string, today: string): { start: string; end?: string } | null {
  const [first = '', second, ...more] = words.split(/\s*–\s*|\s+(?:-|to)\s+/);
  // East of UTC tomorrow has already begun, and nobody means that day a year ago.
  const end = dayTyped(second ?? first, shift(today, 1));
  if (end === null || more.length > 0) return null;
  if (second === undefined) return { start: end };
  const month = MONTHS[Number(end.slice(5, 7)) - 1];
  const start = dayTyped(/^\d{1,2}$/.test(first) ? `${first} ${month}` : first, end);
  return start === null ? null : { start, end };
}

/** `2026-11-01`, `1 nov`, `1 november 2026`; without a year the last one until `latest`. */
function dayTyped(words: string, latest: string): string | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(words)) return realDay(words);
  const [, day, name = '', year] = /^(\d{1,2}) ([a-z]{3,9})(?: (\d{4}))?$/.exec(words) ?? [];
  const month = MONTHS.indexOf(name.slice(0, 3)) + 1;
  if (month === 0) return null;
  const within = (year: number) => realDay({ year, month, day: Number(day) });
  if (year !== undefined) return within(Number(year));
  const thisYear = Number(latest.slice(0, 4));
  const found = within(thisYear);
  return found !== null && found <= latest ? found : within(thisYear - 1);
}

function realDay(day: string | Temporal.PlainDateLike): string | null {
  try {
    return Temporal.PlainDate.from(day, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}

/** Finished days only: an unfinished one would look like a drop. */
function daysBefore(day: string, count: number): DateRange {
  return { start: shift(day, -count), end: shift(day, -1) };
}

function refused(option: string, sentence: string): UserError {
  return new UserError('Check the date', `\`${option}\`: ${sentence}`);
}
