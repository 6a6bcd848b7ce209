import { eachDay } from '../../domain/time/date-range.js';
import type { Span } from '../../domain/time/named-ranges.js';
import type { RevenueReport, RevenueRow } from '../../pool-api/resources.js';
import { rangeText } from '../kit/date-range.js';
import { sumByDay, utcDayOf } from './by-day.js';
import { chartText } from './chart-text.js';
import type { ChartModel } from './model.js';
import { pictureOf, type Picture } from './render/picture.js';
import { unitOf, typeOf } from '../kit/answered-currency.js';

export interface RevenueParts {
  /** What was asked for; the unit of rows that name none, in a report that names none. */
  readonly currency: string;
  readonly range: Span;
  readonly report: Pick<RevenueReport, 'currency_type' | 'revenue'>;
}

/** More currencies than this in one report would make a picture nobody can read. */
const MOST_PANELS = 3;

/** Revenue by day and type; each currency has a panel, because coins do not add up. */
export function revenueSeries({ currency, range, report }: RevenueParts): ChartModel {
  const days = eachDay(range);
  const byCurrency = new Map<string, RevenueRow[]>();
  for (const row of report.revenue ?? []) {
    const unit = unitOf(row, report, currency);
    const same = byCurrency.get(unit);
    if (same === undefined) byCurrency.set(unit, [row]);
    else same.push(row);
  }
  if (byCurrency.size === 0) byCurrency.set(currency, []);
  let left = 0;
  const panels = [...byCurrency].map(([unit, ofUnit], index) => {
    const gathered = sumByDay(
      ofUnit.map((row) => ({
        day: utcDayOf(row.date_time),
        name: typeOf(row),
        value: row.revenue,
      })),
      days,
    );
    left += index < MOST_PANELS ? gathered.left : ofUnit.length;
    return {
      heading: 'Revenue',
      unit: chartText(unit, 12),
      marks: 'stacked-bars' as const,
      series: gathered.series,
    };
  });
  return {
    title: 'Revenue by day',
    subtitle: rangeText(range),
    days,
    panels: panels.slice(0, MOST_PANELS),
    left,
  };
}

export function revenueChart(parts: RevenueParts): Promise<Picture> {
  return pictureOf('revenue', revenueSeries(parts));
}
