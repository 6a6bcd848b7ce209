import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { code, oneLine } from '../../src/cards/kit/text.js';
import { days } from '../../src/cards/kit/times.js';
import type { Autocomplete } from '../../src/discord/command.js';
import { text } from '../../src/discord/options.js';
import { UserError } from '../../src/errors.js';
import type { DateRange } from '../../src/pool/pool.js';
import type { Context } from '../context.js';

const FIRST = 'First day, or a range such as last week (default: last 30 days)';
export const rangeOptions = {
  from: text(FIRST, { max: 40 }).optional(),
  to: text('Last day (included)', { max: 40 }).optional(),
};

/** A range as buttons remember it. */
export const dateRange = z.object({ start: z.string(), end: z.string() });

const MOST_DAYS = 366;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const NAMES = [
  'yesterday',
  'last 7 days',
  'last 30 days',
  'last week',
  'this week',
  'this month',
  'last month',
  'last 90 days',
  'today',
];

/** Days as `YYYY-MM-DD`. A single day has no end: in `from` it lasts until today. */
interface Span {
  readonly start: string;
  readonly end: string | null;
}

type Moment = Pick<Context, 'clock' | 'settings'>;

/**
 * Days in the server's time zone, but none that has not begun in UTC: the pool refuses it (400).
 * With neither typed: `defaultDays` finished days. @throws UserError
 */
export function rangeOf(
  typed: { readonly from?: string | undefined; readonly to?: string | undefined },
  moment: Moment,
  { defaultDays }: { readonly defaultDays: number },
): DateRange {
  const today = todayOf(moment);
  const from = typed.from === undefined ? null : typedSpan('from', typed.from, today);
  const to = typed.to === undefined ? null : typedSpan('to', typed.to, today);
  if (from === null && to === null) return daysBefore(today, defaultDays);
  const last = (to === null ? from?.end : (to.end ?? to.start)) ?? today;
  const end = last < today ? last : today;
  const start = from?.start ?? shift(end, 1 - defaultDays);
  const shown = (day: string) => days(day, day, moment.clock.now());
  if (start > today) throw refused('from', `${shown(start)} hasn’t begun.`);
  if (start > end) throw refused('from', `${shown(start)} is after ${shown(end)}.`);
  if (shift(start, MOST_DAYS) <= end) throw refused('from', `at most ${MOST_DAYS} days at once.`);
  return { start, end };
}

/** The named ranges with their days, and what was typed. */
const suggest: Autocomplete<Context> = async (typed, context) => {
  const today = todayOf(context);
  const wanted = oneLine(typed).toLowerCase();
  const found = NAMES.flatMap((name) => {
    const span = namedSpan(name, today);
    const dates = span && days(span.start, span.end ?? today, context.clock.now());
    return span === null ? [] : [{ label: `${name} · ${dates}`, value: name }];
  }).filter(({ label }) => label.toLowerCase().includes(wanted));
  const isDate = daySpan(wanted, today) !== null;
  return [...(isDate ? [{ label: oneLine(typed), value: oneLine(typed) }] : []), ...found];
};

export const suggestRanges = { from: suggest, to: suggest };

function todayOf({ clock, settings }: Moment): string {
  const now = Temporal.Instant.fromEpochMilliseconds(clock.now());
  const dateIn = (zone: string) => now.toZonedDateTimeISO(zone).toPlainDate().toString();
  const [local, utc] = [dateIn(settings.timeZone), dateIn('UTC')];
  return local < utc ? local : utc;
}

function typedSpan(option: string, typed: string, today: string): Span {
  const words = oneLine(typed).toLowerCase();
  const span = namedSpan(words, today) ?? daySpan(words, today);
  if (span !== null) return span;
  throw refused(option, `${code(typed, 40)} isn’t a date. Use 2026-11-01, 1 nov or last week.`);
}

function namedSpan(name: string, today: string): Span | null {
  const count = /^last ([1-9]\d{0,2}) days?$/.exec(name)?.[1];
  if (count !== undefined) return daysBefore(today, Number(count));
  const monday = shift(today, 1 - Temporal.PlainDate.from(today).dayOfWeek);
  const first = `${today.slice(0, 7)}-01`;
  switch (name) {
    case 'today':
      return { start: today, end: today };
    case 'yesterday':
      return daysBefore(today, 1);
    case 'this week':
      return { start: monday, end: today };
    case 'last week':
      return daysBefore(monday, 7);
    case 'this month':
      return { start: first, end: today };
    case 'last month':
      return { start: `${shift(first, -1).slice(0, 7)}-01`, end: shift(first, -1) };
    default:
      return null;
  }
}

/** One day, or two as a card prints them: `21–27 nov 2026`, `29 oct – 27 nov`. */
function daySpan(words: string, today: string): Span | null {
  const [first = '', second, ...more] = words.split(/\s*–\s*|\s+(?:-|to)\s+/);
  // East of UTC tomorrow has begun already, and nobody means it a year ago.
  const end = dayOf(second ?? first, shift(today, 1));
  if (end === null || more.length > 0) return null;
  if (second === undefined) return { start: end, end: null };
  const isOfSameMonth = /^\d{1,2}$/.test(first);
  const start = dayOf(
    isOfSameMonth ? `${first} ${MONTHS[Number(end.slice(5, 7)) - 1]}` : first,
    end,
  );
  return start === null ? null : { start, end };
}

/** `2026-11-01`, `1 nov`, `nov 1`, `1 november 2026`; without a year the last one by `latest`. */
function dayOf(words: string, latest: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(words);
  if (iso !== null) return dayIn(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [, before, name = '', after, year] =
    /^(\d{1,2})? ?([a-z]{3,9})\.?(?: (\d{1,2}))?(?:,? (\d{4}))?$/.exec(words) ?? [];
  const month = MONTHS.indexOf(name.slice(0, 3)) + 1;
  if (month === 0 || (before === undefined) === (after === undefined)) return null;
  const within = (each: number) => dayIn(each, month, Number(before ?? after));
  if (year !== undefined) return within(Number(year));
  const found = within(Number(latest.slice(0, 4)));
  return found !== null && found <= latest ? found : within(Number(latest.slice(0, 4)) - 1);
}

function dayIn(year: number, month: number, day: number): string | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}

/** Finished days only: an unfinished one would look like a drop. */
function daysBefore(day: string, count: number): DateRange {
  return { start: shift(day, -count), end: shift(day, -1) };
}

function shift(day: string, count: number): string {
  return Temporal.PlainDate.from(day).add({ days: count }).toString();
}

function refused(option: string, sentence: string): UserError {
  return new UserError('Check the date', `\`${option}\`: ${sentence}`);
}
