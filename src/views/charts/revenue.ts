import { eachDay } from '../../domain/time/date-range.js';
import type { Span } from '../../domain/time/named-ranges.js';
import type { RevenueReport } from '../../pool-api/resources.js';
import { rangeText } from '../kit/range-text.js';
import { groupBy } from '../kit/groups.js';
import { sumByDay } from './by-day.js';
import { chartText } from './chart-text.js';
import type { ChartModel } from './model.js';
import { revenueSums } from './revenue-sums.js';

interface RevenueChartParts {
  /** The requested one; the unit of rows without one in a report without one. */
  readonly currency: string;
  readonly range: Span;
  readonly report: Pick<RevenueReport, 'currency_type' | 'revenue'>;
}

const MAX_PANELS = 3;

/** Revenue by day and type, with a panel per currency, because coins don't add up. */
export function revenueSeries({ currency, range, report }: RevenueChartParts): ChartModel {
  const days = eachDay(range);
  const drawable = new Set<string | null>(days);
  const byCurrency = groupBy(revenueSums(report, currency), (each) => each.currency);
  if (byCurrency.size === 0) byCurrency.set(currency, []);
  const panels = [...byCurrency].slice(0, MAX_PANELS).map(([unit, sums]) => ({
    unit,
    drawn: sums.filter(({ day }) => drawable.has(day)),
  }));
  const drawnRows = panels
    .flatMap(({ drawn }) => drawn)
    .reduce((rows, { numbers }) => rows + numbers, 0);
  return {
    title: 'Revenue by day',
    subtitle: rangeText(range),
    days,
    panels: panels.map(({ unit, drawn }) => ({
      heading: 'Revenue',
      unit: chartText(unit, 12),
      marks: 'stacked-bars',
      series: sumByDay(
        drawn.map((each) => ({ day: each.day, name: each.type, value: each.total })),
        days,
      ).series,
    })),
    undrawn: (report.revenue?.length ?? 0) - drawnRows,
  };
}
