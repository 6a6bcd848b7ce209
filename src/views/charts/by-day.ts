import type { Decimal } from 'decimal.js';
import { daysIn, eachDay } from '../../domain/time/date-range.js';
import { utcDateOf } from '../../domain/time/local-time.js';
import { isNumber, sum, toDecimal, type Numeric } from '../../domain/numbers/numeric.js';
import type { Series } from './model.js';
import { groupBy } from '../kit/groups.js';
import { chartText } from './chart-text.js';

/** `name` is the name of its series. */
interface DayFigure {
  readonly day: string | null;
  readonly name: string;
  readonly value: Numeric | null | undefined;
}

/** The UTC day of one of the pool's timestamps or dates; null if the text is neither. */
export function utcDayOf(text: string | null | undefined): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:$|[T ]([\d:.]+)(.*)$)/.exec(text?.trim() ?? '');
  if (match === null) return null;
  const [, day = '', time, zone] = match;
  const ms = Date.parse(
    time === undefined ? day : `${day}T${time}${zone === '' ? 'Z' : (zone ?? '')}`,
  );
  const utc = Number.isNaN(ms) ? '' : utcDateOf(ms);
  // An offset may move a date beyond four-digit years.
  return /^\d{4}-/.test(utc) ? utc : null;
}

interface DailySeries {
  readonly series: readonly Series[];
  /** Rows without a day in the range, or without a number. */
  readonly undrawn: number;
}

/** One per colour. */
const MAX_SERIES = 5;

/** Sums by day and name, largest series first; beyond five, the smallest are merged. */
export function sumByDay(figures: readonly DayFigure[], days: readonly string[]): DailySeries {
  const range = new Set(days);
  const drawn = figures.flatMap(({ day, name, value }) =>
    day !== null && range.has(day) && isNumber(value) ? [{ day, name, value }] : [],
  );
  const bySize = [...groupBy(drawn, ({ name }) => name)]
    .map(([name, own]) => ({
      name,
      byDay: groupBy(own, ({ day }) => day),
      total: sum(own.map(({ value }) => value)).abs(),
    }))
    .toSorted((a, b) => b.total.cmp(a.total) || (a.name < b.name ? -1 : 1));
  const kept = bySize.length > MAX_SERIES + 1 ? bySize.slice(0, MAX_SERIES) : bySize;
  const rest = bySize.slice(kept.length);
  const series = kept.map(({ name, byDay }): Series => ({
    label: chartText(name),
    values: days.map((day) => totalOf(byDay.get(day) ?? [])),
  }));
  const undrawn = figures.length - drawn.length;
  if (rest.length === 0) return { series, undrawn };
  const values = days.map((day) => totalOf(rest.flatMap(({ byDay }) => byDay.get(day) ?? [])));
  return { series: [...series, { label: `${rest.length} others`, values, rest: true }], undrawn };
}

function totalOf(figures: readonly { readonly value: Numeric }[]): string | null {
  return figures.length === 0 ? null : sum(figures.map(({ value }) => value)).toFixed();
}

/** One value per day; if a day is repeated, the later one counts. */
export function oneByDay(
  entries: readonly { readonly day: string | null; readonly value: Numeric | null | undefined }[],
  days: readonly string[],
): (string | null)[] {
  const byDay = new Map<string, Decimal>();
  for (const { day, value } of entries) {
    const decimal = toDecimal(value);
    if (day !== null && decimal !== null) byDay.set(day, decimal);
  }
  return days.map((day) => byDay.get(day)?.toFixed() ?? null);
}

/** Wrong dates far apart would make an empty picture. */
const MAX_FILLED_DAYS = 1500;

/** All days from the first to the last, oldest first. */
export function daysOf(given: readonly (string | null)[]): string[] {
  const known = [...new Set(given.filter((day) => day !== null))].toSorted();
  const [start, end] = [known[0], known.at(-1)];
  if (start === undefined || end === undefined) return [];
  return daysIn({ start, end }) > MAX_FILLED_DAYS ? known : eachDay({ start, end });
}
