import { dateAfter, daysBetween, utcDateOf } from './local-time.js';
import { dayIn, readTypedDay } from './typed-day.js';
import { dayOf, lastDays, namedRange, type Moment, type Span } from './named-ranges.js';

/** Both days included, `YYYY-MM-DD`. */
export interface DayRange {
  readonly start: string;
  readonly end: string;
  /** True if the end was in the future and was cut to the UTC date. */
  readonly clamped: boolean;
}

export interface TypedRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export type DateProblem =
  | {
      readonly kind: 'unreadable' | 'no-such-day' | 'too-early';
      readonly option: DateOption;
      readonly typed: string;
    }
  | { readonly kind: 'future'; readonly start: string; readonly today: string }
  | { readonly kind: 'reversed'; readonly start: string; readonly end: string }
  | { readonly kind: 'too-long'; readonly start: string; readonly end: string };

export type DateOption = 'from' | 'to';

/** A leap year. */
export const MAX_DAYS = 366;

/** Bitcoin's first block. An earlier date is a typing error. */
export const FIRST_DAY = '2009-01-03';

/**
 * `from` may name a range (`last month`), which also sets the end unless `to` is given; in `to` a
 * name means its last day. Without `from`: 30 days. Without `to`: up to today. With neither: the 30
 * finished days before today.
 */
export function readDateRange(typed: TypedRange, moment: Moment): DayRange | DateProblem {
  const from = readOption('from', typed.from, moment);
  if (from !== null && 'kind' in from) return from;
  const to = readOption('to', typed.to, moment);
  if (to !== null && 'kind' in to) return to;
  if (from === null && to === null) return { ...lastDays(30, dayOf(moment)), clamped: false };

  const today = utcDateOf(moment.now);
  const asked = to?.end ?? from?.end ?? today;
  const clamped = asked > today;
  const end = clamped ? today : asked;
  const start = from?.start ?? dateAfter(end, -29);
  if (start > today) return { kind: 'future', start, today };
  if (start > end) return { kind: 'reversed', start, end };
  if (daysIn({ start, end }) > MAX_DAYS) return { kind: 'too-long', start, end };
  return { start, end, clamped };
}

/** Counts both ends. */
export function daysIn({ start, end }: Span): number {
  return daysBetween(start, end) + 1;
}

/** `YYYY-MM-DD`, in order. */
export function eachDay({ start, end }: Span): string[] {
  return Array.from({ length: daysIn({ start, end }) }, (_, days) => dateAfter(start, days));
}

function readOption(
  option: DateOption,
  typed: string | undefined,
  moment: Moment,
): { readonly start: string; readonly end?: string } | DateProblem | null {
  const words = typed?.trim().toLowerCase().replaceAll(/\s+/g, ' ') ?? '';
  if (words === '') return null;
  const named = namedRange(words, dayOf(moment));
  if (named !== null) return named;
  const text = readTypedDay(words, dayOf(moment)) ?? words;
  const kind = whyNoDay(text);
  if (kind !== null) return { kind, option, typed: typed ?? '' };
  return option === 'to' ? { start: text, end: text } : { start: text };
}

function whyNoDay(text: string): 'unreadable' | 'no-such-day' | 'too-early' | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'unreadable';
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  if (dayIn(year, month, day) === null) return 'no-such-day';
  return text < FIRST_DAY ? 'too-early' : null;
}
