import type { Decimal } from 'decimal.js';
import { dateAfter } from '../../domain/time/local-time.js';
import { sum } from '../../domain/numbers/numeric.js';
import type { RevenueSum } from '../charts/revenue-sums.js';
import { dayText } from '../kit/range-text.js';
import { amount, figureCell } from '../kit/figures.js';
import { groupBy } from '../kit/groups.js';
import { shortFigure } from '../kit/short-figure.js';
import { table, TABLE_WIDTH, type Column } from '../kit/table.js';
import { percentChange } from './summary/figure-changes.js';

/** One day, type and coin. */
export interface DayRevenue {
  readonly day: string;
  readonly type: string;
  readonly currency: string;
  /** Exact digits; null if the pool named the day but gave no number. */
  readonly total: string | null;
}

/** A line of the table: a day, or one type on it, with the revenue of each coin. */
export type RevenueLine = readonly DayRevenue[];

const DAY = 10;
const TYPE = 8;
/** Fits a coin's name, such as `LTC_DOGE`, or a figure with few decimals. */
const MIN_FIGURE_WIDTH = 8;
/** `1,234,567.12345678` */
const MAX_FIGURE_WIDTH = 18;
const COIN = 10;

interface Layout {
  /** Coins with a column; none if they don't all fit side by side. */
  readonly coins: readonly string[];
  /** Width of a column of figures. */
  readonly width: number;
  readonly hasTypes: boolean;
}

function layoutOf(all: readonly DayRevenue[]): Layout {
  const coins = [...new Set(all.map(({ currency }) => currency))];
  const hasTypes = new Set(all.map(({ type }) => type)).size > 1;
  const room = TABLE_WIDTH - DAY - (hasTypes ? 1 + TYPE : 0);
  const width = Math.min(MAX_FIGURE_WIDTH, Math.floor(room / coins.length) - 1);
  return width < MIN_FIGURE_WIDTH
    ? { coins: [], width: room - 2 - COIN, hasTypes }
    : { coins, width, hasTypes };
}

export function revenueLines(all: readonly DayRevenue[]): RevenueLine[] {
  if (layoutOf(all).coins.length === 0) return all.map((each) => [each]);
  return [...groupBy(all, ({ day, type }) => JSON.stringify([day, type])).values()];
}

/**
 * A column per coin, and one for the type if there are several; otherwise the line above has it.
 */
export function revenueTable(shown: readonly RevenueLine[], all: readonly DayRevenue[]): string {
  const { coins, width, hasTypes } = layoutOf(all);
  const word = (heading: string, most: number, key: 'day' | 'type' | 'currency') => ({
    heading,
    width: most,
    cell: ([first]: RevenueLine) => first?.[key] ?? '',
  });
  const figures = (heading: string, of: (line: RevenueLine) => DayRevenue | undefined) => ({
    heading,
    width,
    align: 'right' as const,
    cell: (line: RevenueLine) => cellOf(of(line), width),
  });
  const columns: Column<RevenueLine>[] = [
    word('Day', DAY, 'day'),
    ...(hasTypes ? [{ ...word('Type', TYPE, 'type'), grows: true as const }] : []),
    ...coins.map((coin) => figures(coin, (line) => line.find((each) => each.currency === coin))),
  ];
  return coins.length > 0
    ? table(columns, shown)
    : table(
        [...columns, word('Coin', COIN, 'currency'), figures('Amount', ([only]) => only)],
        shown,
      );
}

/** Fewer decimals if not all fit, never part of the digits. */
function cellOf(given: DayRevenue | undefined, width: number): string {
  const whole = figureCell(given?.total, given?.currency);
  return whole.length <= width ? whole : shortFigure(given?.total, width);
}

const DAYS_BEFORE = 7;

/**
 * A line per coin: its last whole day before today (UTC) against the mean of the seven before. A day counts if the
 * pool gave a number in each of its rows; the line says if fewer than seven count. What coins have
 * in common is said once, above them.
 */
export function lastDayLines(sums: readonly RevenueSum[], today: string): string[] {
  const rows = sums.flatMap(({ day, ...row }) =>
    day === null || day >= today ? [] : [{ day, ...row }],
  );
  const compared = [...groupBy(rows, ({ currency }) => currency)].flatMap(([coin, own]) => {
    const totals = wholeDays(own);
    const last = [...totals.keys()].toSorted().at(-1);
    return last === undefined ? [] : [lastDayOf(coin, last, totals)];
  });
  return [
    ...groupBy(compared, ({ day, against }) => JSON.stringify([day, against])).values(),
  ].flatMap(lastDayText);
}

function lastDayText(coins: readonly LastDay[]): string[] {
  const [first] = coins;
  if (first === undefined) return [];
  const head = `${first.day}, the last day`;
  if (coins.length === 1)
    return [
      first.against === null
        ? `${head}: ${first.earned}`
        : `${head}: ${first.earned} · ${first.change} ${first.against}`,
    ];
  return [
    first.against === null ? `${head}:` : `${head}, ${first.against}:`,
    ...coins.map(({ earned, change }) => (change === null ? earned : `${earned} · ${change}`)),
  ];
}

function wholeDays(sums: readonly (RevenueSum & { readonly day: string })[]): Map<string, Decimal> {
  const whole = [...groupBy(sums, ({ day }) => day)].filter(([, same]) =>
    same.every(({ withoutNumber }) => withoutNumber === 0),
  );
  return new Map(whole.map(([day, same]) => [day, sum(same.flatMap(({ total }) => total ?? []))]));
}

interface LastDay {
  readonly day: string;
  readonly earned: string;
  readonly change: string | null;
  /** What it is compared with; null = nothing. */
  readonly against: string | null;
}

function lastDayOf(coin: string, last: string, totals: ReadonlyMap<string, Decimal>): LastDay {
  const total = totals.get(last)?.toFixed();
  const before = Array.from({ length: DAYS_BEFORE }, (_, ago) => {
    return totals.get(dateAfter(last, -1 - ago)) ?? [];
  }).flat();
  const mean = before.length === 0 ? null : sum(before.map(String)).div(before.length);
  const change = percentChange(total, mean?.toFixed());
  return {
    day: dayText(last),
    earned: `**${amount(total, coin)}**`,
    change,
    against: change === null ? null : againstText(before.length),
  };
}

function againstText(days: number): string {
  if (days === DAYS_BEFORE) return 'against the average of the 7 days before';
  return days === 1
    ? 'against the only day given of the 7 before'
    : `against the average of the ${days} days given of the 7 before`;
}
