import type { Numeric } from '../../domain/numbers/numeric.js';
import type { Position } from '../../pool-api/resources.js';
import { daySpan } from '../kit/range-text.js';
import { daysOf, oneByDay, utcDayOf } from './by-day.js';
import { chartText } from './chart-text.js';
import type { ChartModel, Series } from './model.js';

interface PositionParts {
  /** Currency of the whole answer: the rows name none. */
  readonly currency: string;
  readonly positions: readonly Position[];
}

/** Net position, gain or loss, and margin over the days of the history. */
export function positionSeries({ currency, positions }: PositionParts): ChartModel {
  const rows = positions.map((row) => ({ row, day: utcDayOf(row.date) }));
  const days = daysOf(rows.map(({ day }) => day));
  const series = (
    label: string,
    valueOf: (row: Position) => Numeric | null | undefined,
  ): Series => ({
    label,
    values: oneByDay(
      rows.map(({ row, day }) => ({ day, value: valueOf(row) })),
      days,
    ),
  });
  const money = chartText(currency, 12);
  const [start, end] = [days[0], days.at(-1)];
  return {
    title: `Derivatives position, ${money}`,
    subtitle: start === undefined || end === undefined ? '' : daySpan({ start, end }),
    days,
    panels: [
      {
        heading: 'Net position',
        unit: 'PH/s',
        marks: 'line',
        series: [series('Net position', (row) => row.net_position_ph)],
      },
      {
        heading: 'Total gain/loss',
        unit: money,
        marks: 'gain-loss-line',
        series: [series('Total gain/loss', (row) => row.total_gain_loss)],
      },
      {
        heading: 'Margin',
        unit: money,
        marks: 'line',
        series: [
          series('Required', (row) => row.margin_required),
          series('Maintenance', (row) => row.maintenance_margin),
        ],
      },
    ],
    undrawn: rows.length - new Set(rows.flatMap(({ day }) => day ?? [])).size,
  };
}
