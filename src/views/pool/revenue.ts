import type { Reply } from '../../domain/messages/reply.js';
import { dateAfter } from '../../domain/time/local-time.js';
import { isNumber, sum, type Numeric } from '../../domain/numeric.js';
import type { Read } from '../../pool-api/client.js';
import type { RevenueReport, RevenueRow } from '../../pool-api/resources.js';
import { card, noListSentence, readNotes } from '../kit/card.js';
import { utcDayOf } from '../charts/by-day.js';
import type { Picture } from '../charts/render/picture.js';
import { dayText } from '../kit/date-range.js';
import { rangeLine } from '../kit/date-sentences.js';
import { amount, figureCell, NOT_GIVEN } from '../kit/figures.js';
import { pageButtons, pageLine, type Pages } from '../kit/paging.js';
import { scopeLine } from '../kit/scope.js';
import { table } from '../kit/table.js';
import { escapeMarkdown } from '../kit/text.js';
import type { NamedScope } from '../../domain/guild/default-scope.js';
import { unitOf, typeOf } from '../kit/answered-currency.js';

export interface RevenueShown {
  readonly read: Read<RevenueReport>;
  readonly currency: string;
  readonly range: { readonly start: string; readonly end: string; readonly clamped: boolean };
  readonly scope: NamedScope;
  readonly chart: Picture;
  /** The pool's today, UTC. */
  readonly today: string;
  readonly pages: (more: boolean) => Pages;
}

/** Exact sums, newest day first: what stands in one line of the table. */
export interface DayRevenue {
  readonly day: string;
  readonly type: string;
  readonly currency: string;
  /** Null where the pool named the day but gave no number: that is no zero. */
  readonly total: string | null;
}

/** A month and no more: a code block is cut by Discord long before a year is over. */
const ROWS_PER_PAGE = 31;

export function revenueReply(shown: RevenueShown): Reply {
  const { read, currency, range, scope, chart, today } = shown;
  const given = !!read.value.revenue;
  const empty = given ? 'The pool gives no revenue for these days.' : noListSentence;
  const days = revenueByDay(read.value, currency);
  const { number } = shown.pages(false);
  const rows = days.slice((number - 1) * ROWS_PER_PAGE, number * ROWS_PER_PAGE);
  const pages = shown.pages(days.length > number * ROWS_PER_PAGE);
  return {
    embeds: [
      {
        ...card({
          title: `Revenue · ${escapeMarkdown(currency, 20)}`,
          lines: [
            rangeLine(range),
            scopeLine(scope),
            ...totalLines(read.value, currency),
            withoutNumber(read.value),
            given ? notThereYet(days, range, today) : null,
            rows.length === 0 ? empty : daysTable(rows),
            rows.length === 0 ? null : `-# ${pageLine(pages)}`,
            readNotes(read),
          ],
          readAt: read.readAt,
        }),
        image: { url: chart.url },
      },
    ],
    components: pageButtons(pages),
    files: [chart.file],
  };
}

export function revenueByDay(report: RevenueReport, asked: string): DayRevenue[] {
  return grouped(report, asked, dayOfRow).toSorted(
    (a, b) => b.day.localeCompare(a.day) || a.type.localeCompare(b.type),
  );
}

/** The UTC day, as in the chart; a date that cannot be read stands as it came. */
function dayOfRow({ date_time }: RevenueRow): string {
  return utcDayOf(date_time) ?? (date_time || NOT_GIVEN);
}

function totalLines(report: RevenueReport, asked: string): string[] {
  return grouped(report, asked, () => '').map(
    ({ type, currency, total }) => `**${amount(total, currency)}** · ${escapeMarkdown(type, 40)}`,
  );
}

/** What the sums do not hold. */
function withoutNumber(report: RevenueReport): string | null {
  const rows = (report.revenue ?? []).filter(({ revenue }) => !isNumber(revenue)).length;
  if (rows === 0) return null;
  return `⚠️ Without a number, and so in no sum: ${rows === 1 ? '1 row' : `${rows} rows`} of the pool.`;
}

/** Exact sums by day, type and currency: coins do not add up. */
function grouped(
  report: RevenueReport,
  asked: string,
  dayOf: (row: RevenueRow) => string,
): DayRevenue[] {
  const groups = new Map<string, Omit<DayRevenue, 'total'> & { readonly amounts: Numeric[] }>();
  for (const row of report.revenue ?? []) {
    const day = dayOf(row);
    const type = typeOf(row);
    const currency = unitOf(row, report, asked);
    const id = JSON.stringify([day, type, currency]);
    const group = groups.get(id) ?? { day, type, currency, amounts: [] };
    groups.set(id, group);
    if (isNumber(row.revenue)) group.amounts.push(row.revenue);
  }
  return [...groups.values()].map(({ amounts, ...group }) => ({
    ...group,
    total: amounts.length === 0 ? null : sum(amounts).toFixed(),
  }));
}

/** A day that has just ended may have no figures until about 06:00 UTC: that is no zero (notes). */
function notThereYet(
  days: readonly DayRevenue[],
  { start, end }: RevenueShown['range'],
  today: string,
): string | null {
  const yesterday = dateAfter(today, -1);
  const isAsked = start <= yesterday && yesterday <= end;
  if (!isAsked || days.some(({ day, total }) => day === yesterday && total !== null)) return null;
  return `-# Nothing for ${dayText(yesterday)} yet: the pool gives a day’s figures some hours after it ended.`;
}

function daysTable(rows: readonly DayRevenue[]): string {
  const mixed = new Set(rows.map(({ currency }) => currency)).size > 1;
  return table<DayRevenue>(
    [
      { heading: 'Day', width: 10, cell: ({ day }) => day },
      { heading: 'Type', width: 10, cell: ({ type }) => type },
      {
        heading: mixed ? 'Amount' : (rows[0]?.currency ?? 'Amount'),
        width: 18,
        align: 'right',
        cell: ({ total, currency }) =>
          mixed && total !== null
            ? `${figureCell(total, currency)} ${currency}`
            : figureCell(total, currency),
      },
    ],
    rows,
  );
}
