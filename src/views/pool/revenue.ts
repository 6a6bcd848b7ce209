import type { Reply } from '../../domain/messages/reply.js';
import { dateAfter } from '../../domain/time/local-time.js';
import { sum } from '../../domain/numbers/numeric.js';
import type { Read } from '../../pool-api/client.js';
import type { RevenueReport } from '../../pool-api/resources.js';
import type { DayRange } from '../../domain/time/date-range.js';
import { chartReply, notSummedLine, readNotes } from '../kit/card.js';
import type { Picture } from '../charts/render/picture.js';
import { revenueSums, type RevenueSum } from '../charts/revenue-sums.js';
import { dayText, rangeLine } from '../kit/range-text.js';
import { amount, NOT_GIVEN } from '../kit/figures.js';
import { groupBy } from '../kit/groups.js';
import { listLines, pageButtons, ROWS, slicePage, type Pages } from '../kit/paging.js';
import { scopeLine } from '../kit/scope.js';
import { escapeMarkdown } from '../kit/text.js';
import type { NamedScope } from '../../domain/guild/default-scope.js';
import { currencyTitle } from '../kit/reported-currency.js';
import { lastDayLines, revenueLines, revenueTable, type DayRevenue } from './revenue-days.js';

interface RevenueReplyParts {
  readonly read: Read<RevenueReport>;
  readonly currency: string;
  readonly range: DayRange;
  readonly scope: NamedScope;
  readonly chart: Picture;
  /** The pool's current UTC day. */
  readonly today: string;
  readonly pages: (more: boolean) => Pages;
}

export function revenueReply(parts: RevenueReplyParts): Reply {
  const { read, currency, range, scope, chart, today } = parts;
  const given = !!read.value.revenue;
  const sums = revenueSums(read.value, currency);
  const days = daysOf(sums);
  const { rows, pages } = slicePage(revenueLines(days), ROWS, parts.pages);
  const withoutNumber = sums.reduce((count, each) => count + each.withoutNumber, 0);
  return chartReply({
    title: `Revenue · ${currencyTitle(currency)}`,
    above: [rangeLine(range), scopeLine(scope)],
    chart,
    lines: [
      ...totalLines(sums),
      ...lastDayLines(sums, today),
      notSummedLine('a number', withoutNumber),
      given ? notThereYet(days, range, today) : null,
      ...listLines(rows, (shown) => revenueTable(shown, days), {
        pages,
        given,
        none: 'The pool gives no revenue for these days.',
      }),
      readNotes(read),
    ],
    readAt: read.readAt,
    components: pageButtons(pages),
  });
}

export function revenueByDay(report: RevenueReport, requested: string): DayRevenue[] {
  return daysOf(revenueSums(report, requested));
}

function daysOf(sums: readonly RevenueSum[]): DayRevenue[] {
  return merged(sums, shownDay).toSorted(
    (a, b) => b.day.localeCompare(a.day) || a.type.localeCompare(b.type),
  );
}

/** The UTC day, as in the chart; an unreadable date is shown as received. */
function shownDay({ day, date }: RevenueSum): string {
  return day ?? (date || NOT_GIVEN);
}

function totalLines(sums: readonly RevenueSum[]): string[] {
  return merged(sums, () => '').map(
    ({ type, currency, total }) =>
      `Total **${amount(total, currency)}** · ${escapeMarkdown(type, 40)}`,
  );
}

/** Exact sums by day, type and currency, because coins don't add up. */
function merged(sums: readonly RevenueSum[], dayOf: (each: RevenueSum) => string): DayRevenue[] {
  const groups = groupBy(sums, (each) => JSON.stringify([dayOf(each), each.type, each.currency]));
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const given = same.flatMap(({ total }) => total ?? []);
    const total = given.length === 0 ? null : sum(given).toFixed();
    return [{ day: dayOf(first), type: first.type, currency: first.currency, total }];
  });
}

/**
 * A day that just ended may have no figures until about 06:00 UTC, which doesn't mean zero (notes).
 */
function notThereYet(
  days: readonly DayRevenue[],
  { start, end }: DayRange,
  today: string,
): string | null {
  const yesterday = dateAfter(today, -1);
  const isInRange = start <= yesterday && yesterday <= end;
  // A row without an amount stands among the others; why it has none, nobody said.
  if (!isInRange || days.some(({ day }) => day === yesterday)) return null;
  return `-# Nothing for ${dayText(yesterday)} yet. A day’s figures usually come some hours after it ends.`;
}
