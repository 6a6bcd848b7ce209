import { eachDay, shift, utcDate } from '../days.js';
import type { Card, Picture } from '../discord/reply.js';
import { groupBy } from '../group-by.js';
import type { DateRange } from '../pool/pool.js';
import type { RevenueRow } from '../pool/schemas.js';
import { cell, escape, plural } from '../text.js';
import { drawChart } from './kit/charts.js';
import { amount, amountCell, sum } from './kit/figures.js';
import { table, type Page } from './kit/table.js';
import { day, days, utcDay } from './kit/times.js';
import type { NamedScope } from './sites-and-subaccounts.js';

/** The rows of one day, a day of the pool's (UTC). */
export interface DayRevenue {
  /** `YYYY-MM-DD`, or the pool's text if that is not a date. */
  readonly day: string;
  readonly entries: readonly RevenueRow[];
}

interface Wanted {
  readonly currency: string;
  readonly range: DateRange;
  readonly place: NamedScope;
}

/** Newest first. */
export function revenueByDay(rows: readonly RevenueRow[]): DayRevenue[] {
  return [...groupBy(rows, (row) => utcDay(row.date_time))]
    .map(([day, entries]) => ({ day, entries }))
    .toSorted((one, other) => other.day.localeCompare(one.day));
}

export async function revenueCard(
  page: Page<DayRevenue>,
  { currency, range, place }: Wanted,
): Promise<Card> {
  const { at, all } = page;
  const missing = missingLine(page, range);
  return {
    title: `Revenue · ${currency} · ${days(range.start, range.end, at)}${place.title}`,
    lines:
      all.length === 0
        ? ['No revenue in these days.', missing]
        : [...totalLines(all), missing, revenueTable(page)],
    chart: await revenueChart(all, range),
  };
}

/** One panel per coin, because coins don't add up; types are stacked. `name`: of the file. */
export function revenueChart(
  all: readonly DayRevenue[],
  range: DateRange,
  name = 'revenue',
): Promise<Picture | undefined> {
  const dates = eachDay(range.start, range.end);
  const byDay = groupBy(all, (each) => each.day);
  const columns = columnsOf(all);
  return drawChart({
    name,
    marks: 'bar',
    days: dates,
    panels: [...new Set(columns.map(({ coin }) => coin))].map((coin) => ({
      heading: 'Revenue',
      unit: coin,
      series: columns
        .filter((column) => column.coin === coin)
        .map((column) => ({
          label: column.type,
          values: dates.map((date) => totalOf(byDay.get(date) ?? [], column)),
        })),
    })),
  });
}

/** One type of revenue in one coin. */
export interface Column {
  readonly type: string;
  readonly coin: string;
}

function columnOf({ revenue_type, currency_type }: RevenueRow): Column {
  return { type: String(revenue_type ?? 'no type'), coin: String(currency_type ?? 'no coin') };
}

export function columnsOf(all: readonly DayRevenue[]): Column[] {
  const columns = all.flatMap(({ entries }) => entries.map(columnOf));
  return [...new Map(columns.map((column) => [`${column.type} ${column.coin}`, column])).values()];
}

export function haveSeveral(what: keyof Column, columns: readonly Column[]): boolean {
  return new Set(columns.map((column) => column[what])).size > 1;
}

/** Null if the pool gave no number. */
export function totalOf(some: readonly DayRevenue[], { type, coin }: Column) {
  const entries = some.flatMap((each) => each.entries);
  const same = entries.filter((entry) => {
    const column = columnOf(entry);
    return column.type === type && column.coin === coin;
  });
  return sum(same.map(({ revenue }) => revenue));
}

function totalLines(all: readonly DayRevenue[]): string[] {
  const columns = columnsOf(all);
  return columns.map((column) => {
    const total = amount(totalOf(all, column), column.coin);
    const type = haveSeveral('type', columns) ? ` ${escape(column.type, 20)}` : '';
    const given = all.filter((each) => totalOf([each], column) !== null);
    return `Total **${total}**${type} in ${plural(given.length, 'day')} (UTC)`;
  });
}

/** The pool writes a day's revenue some hours after its end. */
function missingLine({ all, at }: Page<DayRevenue>, range: DateRange): string | null {
  const yesterday = shift(utcDate(at), -1);
  const isWanted = yesterday >= range.start && yesterday <= range.end;
  const isThere = all.some((each) => each.day === yesterday);
  return isWanted && !isThere ? `${day(yesterday)}: not there yet` : null;
}

/** Named by what differs: the type, the coin, or both. */
function revenueTable({ rows, all }: Page<DayRevenue>): string {
  const columns = columnsOf(all);
  const hasTypes = haveSeveral('type', columns);
  const hasCoins = haveSeveral('coin', columns) || !hasTypes;
  const heading = ({ type, coin }: Column) =>
    [hasTypes && type, hasCoins && coin].filter(Boolean).join(' ');
  return table(
    ['Day', ...columns.map((column) => cell(heading(column), 14))],
    rows.map((row) => [
      day(row.day),
      ...columns.map((column) => amountCell(totalOf([row], column), column.coin)),
    ]),
  );
}
