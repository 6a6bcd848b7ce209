import { eachDay } from '../../domain/time/date-range.js';
import type { Span } from '../../domain/time/named-ranges.js';
import type { RevenueReport } from '../../pool-api/resources.js';
import { rangeText } from '../kit/date-range.js';
import { groupBy } from '../kit/groups.js';
import { sumByDay, utcDayOf } from './by-day.js';
import { chartText } from './chart-text.js';
import type { ChartModel } from './model.js';
import { pictureOf, type Picture } from './render/picture.js';
import { unitOf, typeOf } from '../kit/answered-currency.js';

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
  const byCurrency = groupBy(report.revenue ?? [], (row) => unitOf(row, report, currency));
  if (byCurrency.size === 0) byCurrency.set(currency, []);
  const gathered = [...byCurrency].map(([unit, rows]) => {
    const figures = rows.map((row) => ({
      day: utcDayOf(row.date_time),
      name: typeOf(row),
      value: row.revenue,
    }));
    return { unit, rows, ...sumByDay(figures, days) };
  });
  const undrawn = gathered.map((each, index) =>
    index < MAX_PANELS ? each.undrawn : each.rows.length,
  );
  return {
    title: 'Revenue by day',
    subtitle: rangeText(range),
    days,
    panels: gathered.slice(0, MAX_PANELS).map(({ unit, series }) => ({
      heading: 'Revenue',
      unit: chartText(unit, 12),
      marks: 'stacked-bars',
      series,
    })),
    undrawn: undrawn.reduce((total, each) => total + each, 0),
  };
}

export function revenueChart(parts: RevenueChartParts): Promise<Picture> {
  return pictureOf('revenue', revenueSeries(parts));
}
