import { eachDay } from '../../domain/time/date-range.js';
import type { Span } from '../../domain/time/named-ranges.js';
import type { DevFeeRow } from '../../pool-api/lists/dev-fee.js';
import { rangeText } from '../kit/range-text.js';
import { sumByDay, utcDayOf } from './by-day.js';
import type { ChartModel } from './model.js';

interface DevFeeChartParts {
  readonly range: Span;
  readonly rows: readonly DevFeeRow[];
}

/** Hourly rows, summed by day and subaccount. The pool names no currency for the fee. */
export function devFeeSeries({ range, rows }: DevFeeChartParts): ChartModel {
  const days = eachDay(range);
  const { series, undrawn } = sumByDay(
    rows.map((row) => ({
      day: utcDayOf(row.datetime),
      name: row.subaccount || 'subaccount not given',
      value: row.devfee_revenue,
    })),
    days,
  );
  return {
    title: 'Dev fee by day',
    subtitle: rangeText(range),
    days,
    panels: [{ heading: 'Dev fee', unit: 'coins', marks: 'stacked-bars', series }],
    undrawn,
  };
}
