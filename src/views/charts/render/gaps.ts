import type { Plugin, Scale } from 'chart.js';
import { CHART_PALETTE } from '../../kit/palette.js';
import { FONT_FAMILY } from './fonts.js';
import type { Panel } from '../model.js';

/** Days of which no series of the panel has a figure. */
function daysWithout({ series }: Panel, days: number): number[] {
  const all = Array.from({ length: days }, (_, day) => day);
  return all.filter((day) => series.every(({ values }) => (values[day] ?? null) === null));
}

/** True where some days have figures and others none. */
export function hasGaps(panel: Panel, days: number): boolean {
  const without = daysWithout(panel, days).length;
  return without > 0 && without < days;
}

/** A band behind each day without a figure: nothing said is not zero. */
export function missingDays(panel: Panel, days: number): Plugin {
  return {
    id: 'missing-days',
    beforeDraw({ ctx, chartArea, scales }) {
      const axis: Scale | undefined = scales['x'];
      if (axis === undefined || !hasGaps(panel, days)) return;
      const width = (chartArea.right - chartArea.left) / days;
      ctx.fillStyle = CHART_PALETTE.missing;
      for (const day of daysWithout(panel, days))
        ctx.fillRect(
          axis.getPixelForValue(day) - width / 2,
          chartArea.top,
          width,
          chartArea.height,
        );
    },
  };
}

export const emptyChartPlugin: Plugin = {
  id: 'nothing-to-show',
  afterDraw({ ctx, chartArea }) {
    ctx.font = `400 22px ${FONT_FAMILY}`;
    ctx.fillStyle = CHART_PALETTE.muted;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(
      'No figures in this range',
      (chartArea.left + chartArea.right) / 2,
      (chartArea.top + chartArea.bottom) / 2,
    );
  },
};
