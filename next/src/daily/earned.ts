import { unlessZero } from '../cards/figure-changes.js';
import { amount, change, NOT_GIVEN } from '../cards/kit/figures.js';
import { escape } from '../cards/kit/text.js';
import { day, days } from '../cards/kit/times.js';
import { columnsOf, totalOf, type Column, type DayRevenue } from '../cards/revenue.js';
import type { DateRange } from '../pool/pool.js';
import { shift, type Period } from './due-times.js';

/** A line a coin, and a type where there are several: `Earned 29 Nov **0.14318063 BTC**`. */
export function earnedOnDay(all: readonly DayRevenue[], date: string): string[] {
  const entries = all.find((each) => each.day === date)?.entries ?? [];
  const name = `Earned ${day(date)}`;
  if (entries.length === 0) return [`${name} **not there yet**`];
  return lines(name, columnsOf(all), (column) => total(totalOf(entries, column), column));
}

/**
 * `Earned **1.00226441 BTC** (+1.2%)`. Days are compared, not sums: months differ in length, and the
 * last days may not be there yet, which is then said: `in 6 of 7 days`.
 */
export function earnedInPeriod(
  all: readonly DayRevenue[],
  { before, ...period }: Period,
  now: number,
): string[] {
  const [given, earlier] = [within(all, period), within(all, before)];
  if (given.length === 0)
    return [`Earned ${days(period.start, period.end, now)} **not there yet**`];
  const wanted = Math.round((Date.parse(shift(period.end, 1)) - Date.parse(period.start)) / DAY);
  const part = given.length < wanted ? ` in ${given.length} of ${wanted} days` : '';
  return lines('Earned', columnsOf(given), (column) => {
    const daily = (some: readonly DayRevenue[]) => sumOf(some, column)?.div(some.length);
    const moved = unlessZero(change(daily(given), daily(earlier)));
    return `${total(sumOf(given, column), column)}${part}${moved === null ? '' : ` (${moved})`}`;
  });
}

const DAY = 86_400_000;

function lines(
  name: string,
  columns: readonly Column[],
  show: (column: Column) => string,
): string[] {
  const hasTypes = new Set(columns.map(({ type }) => type)).size > 1;
  return columns.map((column) => {
    const type = hasTypes ? ` · ${escape(column.type, 40)}` : '';
    return `${name} ${show(column)}${type}`;
  });
}

function total(value: ReturnType<typeof totalOf>, { coin }: Column): string {
  return `**${value === null ? NOT_GIVEN : amount(value, coin)}**`;
}

function sumOf(some: readonly DayRevenue[], column: Column) {
  return totalOf(
    some.flatMap(({ entries }) => entries),
    column,
  );
}

function within(all: readonly DayRevenue[], { start, end }: DateRange): DayRevenue[] {
  return all.filter((each) => each.day >= start && each.day <= end);
}
