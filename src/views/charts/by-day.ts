import type { Decimal } from 'decimal.js';
import { daysIn, eachDay } from '../../domain/time/date-range.js';
import { utcDateOf } from '../../domain/time/local-time.js';
import { isNumber, sum, toDecimal, type Numeric } from '../../domain/numeric.js';
import type { Series } from './model.js';
import { chartText } from './chart-text.js';

/** Gathers rows under days: the pure half of every chart. */

/** One figure of one day, under the name of the series it belongs to. */
export interface DayFigure {
  readonly day: string | null;
  readonly name: string;
  readonly value: Numeric | null | undefined;
}

/** A timestamp or date of the pool as its UTC day; null when it is neither. */
export function utcDayOf(text: string | null | undefined): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:$|[T ]([\d:.]+)(.*)$)/.exec(text?.trim() ?? '');
  if (match === null) return null;
  const [, day = '', time, zone] = match;
  const ms = Date.parse(
    time === undefined ? day : `${day}T${time}${zone === '' ? 'Z' : (zone ?? '')}`,
  );
  const utc = Number.isNaN(ms) ? '' : utcDateOf(ms);
  // An offset may carry a date out of the years that have four digits.
  return /^\d{4}-/.test(utc) ? utc : null;
}

export interface DailySeries {
  readonly series: readonly Series[];
  /** Rows that have no day of the range, or no number. */
  readonly left: number;
}

/** As many as have a colour of their own. */
const MOST_SERIES = 5;

/** Sums by day and name, largest series first; past five the smallest become one. */
export function sumByDay(figures: readonly DayFigure[], days: readonly string[]): DailySeries {
  const place = new Map(days.map((day, index) => [day, index]));
  const names = new Map<string, Map<number, Numeric[]>>();
  let left = 0;
  for (const { day, name, value } of figures) {
    const index = place.get(day ?? '');
    if (index === undefined || !isNumber(value)) {
      left++;
      continue;
    }
    const byDay = names.get(name) ?? new Map<number, Numeric[]>();
    names.set(name, byDay);
    const sameDay = byDay.get(index);
    if (sameDay === undefined) byDay.set(index, [value]);
    else sameDay.push(value);
  }
  const bySize = [...names]
    .map(([name, byDay]) => ({ name, byDay, total: sum([...byDay.values()].flat()).abs() }))
    .toSorted((a, b) => b.total.cmp(a.total) || (a.name < b.name ? -1 : 1));
  const kept = bySize.length > MOST_SERIES + 1 ? bySize.slice(0, MOST_SERIES) : bySize;
  const rest = bySize.slice(kept.length);
  const series = kept.map(({ name, byDay }): Series => ({
    label: chartText(name),
    values: days.map((_, index) => total([byDay.get(index)])),
  }));
  if (rest.length === 0) return { series, left };
  const values = days.map((_, index) => total(rest.map(({ byDay }) => byDay.get(index))));
  return { series: [...series, { label: `${rest.length} others`, values, rest: true }], left };
}

function total(parts: readonly (readonly Numeric[] | undefined)[]): string | null {
  const values = parts.flatMap((part) => part ?? []);
  return values.length === 0 ? null : sum(values).toFixed();
}

/** One value for each day; where a day comes twice, the later one counts. */
export function oneByDay(
  entries: readonly { readonly day: string | null; readonly value: Numeric | null | undefined }[],
  days: readonly string[],
): (string | null)[] {
  const byDay = new Map<string, Decimal>();
  for (const { day, value } of entries) {
    const decimal = value === null || value === undefined ? null : toDecimal(value);
    if (day !== null && decimal !== null) byDay.set(day, decimal);
  }
  return days.map((day) => byDay.get(day)?.toFixed() ?? null);
}

/** Past this a gap of wrong dates would make a picture of nothing. */
const MOST_FILLED_DAYS = 1500;

/** The days from the first to the last, with those between; oldest first. */
export function daysOf(given: readonly (string | null)[]): string[] {
  const known = [...new Set(given.filter((day) => day !== null))].toSorted();
  const [start, end] = [known[0], known.at(-1)];
  if (start === undefined || end === undefined) return [];
  return daysIn({ start, end }) > MOST_FILLED_DAYS ? known : eachDay({ start, end });
}
