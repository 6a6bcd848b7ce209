import { eachDay, shift, utcDate } from '../days.js';
import type { Card, Picture } from '../discord/reply.js';
import { groupBy } from '../group-by.js';
import type { DateRange } from '../pool/pool.js';
import type { RevenueRow } from '../pool/schemas.js';
import { barChart } from './kit/charts.js';
import { amount, amountCell, change, sum, NOT_GIVEN } from './kit/figures.js';
import { table, type Page } from './kit/table.js';
import { cell, escape, plural } from './kit/text.js';
import { day, days, utcDay } from './kit/times.js';

/** The rows of one day, a day of the pool's (UTC). */
export interface DayRevenue {
  /** `YYYY-MM-DD`, or the pool's text if that is not a date. */
  readonly day: string;
  readonly entries: readonly RevenueRow[];
}

interface RevenuePage extends Page<DayRevenue> {
  readonly currency: string;
  readonly range: DateRange;
  readonly scope: string;
  readonly chart: Picture | undefined;
}

/** Newest first. */
export function revenueByDay(rows: readonly RevenueRow[]): DayRevenue[] {
  return [...groupBy(rows, (row) => utcDay(row.date_time))]
    .map(([day, entries]) => ({ day, entries }))
    .toSorted((one, other) => other.day.localeCompare(one.day));
}

export function revenueCard(page: RevenuePage): Card {
  const { currency, range, scope, chart, at, all } = page;
  const newest = newestLine(page);
  return {
    title: `Revenue · ${currency} · ${days(range.start, range.end, at)}${scope}`,
    lines:
      all.length === 0
        ? ['No revenue in these days.', newest]
        : [...totalLines(all), newest, revenueTable(page)],
    ...(chart && { chart }),
  };
}

/** One panel per coin, because coins don't add up; types are stacked. */
export function revenueChart(
  all: readonly DayRevenue[],
  range: DateRange,
): Promise<Picture | undefined> {
  const dates = eachDay(range.start, range.end);
  const byDate = new Map(all.map((each) => [each.day, each]));
  const columns = columnsOf(all);
  return barChart({
    name: 'revenue',
    days: dates,
    panels: [...new Set(columns.map(({ coin }) => coin))].map((coin) => ({
      heading: 'Revenue',
      unit: coin,
      series: columns
        .filter((column) => column.coin === coin)
        .map((column) => ({
          label: column.type,
          values: dates.map((date) => totalOf(byDate.get(date)?.entries ?? [], column)),
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

/** Null if the pool gave no number. */
export function totalOf(entries: readonly RevenueRow[], { type, coin }: Column) {
  const same = entries.filter((entry) => {
    const column = columnOf(entry);
    return column.type === type && column.coin === coin;
  });
  return sum(same.map(({ revenue }) => revenue));
}

function totalLines(all: readonly DayRevenue[]): string[] {
  const columns = columnsOf(all);
  const types = new Set(columns.map(({ type }) => type));
  return columns.map((column) => {
    const total = totalOf(
      all.flatMap(({ entries }) => entries),
      column,
    );
    const type = types.size > 1 ? ` ${escape(column.type, 20)}` : '';
    const shown = total === null ? NOT_GIVEN : amount(total, column.coin);
    return `Total **${shown}**${type} in ${plural(all.length, 'day')} (UTC)`;
  });
}

/** Yesterday against the mean of the seven days before, or that the pool has no figures for it yet. */
function newestLine({ all, range, at }: RevenuePage): string | null {
  const yesterday = shift(utcDate(at), -1);
  const before = eachDay(shift(yesterday, -7), shift(yesterday, -1));
  if (yesterday < range.start || yesterday > range.end) return null;
  const byDay = new Map(all.map((each) => [each.day, each.entries]));
  if (!byDay.has(yesterday)) return `${day(yesterday)}: not there yet`;
  const columns = columnsOf(all);
  const [column] = columns;
  const totals = before.flatMap((each) => (column && totalOf(byDay.get(each) ?? [], column)) ?? []);
  if (column === undefined || columns.length > 1 || totals.length < before.length) return null;
  const mean = sum(totals)?.div(totals.length);
  const moved = change(totalOf(byDay.get(yesterday) ?? [], column), mean);
  return moved && `${day(yesterday)}: ${moved} against the 7 days before`;
}

/** Named by what differs: the type, the coin, or both. */
function revenueTable({ rows, all }: RevenuePage): string {
  const columns = columnsOf(all);
  const types = new Set(columns.map(({ type }) => type));
  const coins = new Set(columns.map(({ coin }) => coin));
  const heading = ({ type, coin }: Column) =>
    [types.size > 1 && type, (coins.size > 1 || types.size === 1) && coin]
      .filter(Boolean)
      .join(' ');
  return table(
    ['Day', ...columns.map((column) => cell(heading(column), 14))],
    rows.map(({ day: date, entries }) => [
      day(date),
      ...columns.map((column) => amountCell(totalOf(entries, column), column.coin)),
    ]),
  );
}
