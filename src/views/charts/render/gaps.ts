import type { Plugin, Scale } from 'chart.js';
import { CHART_PALETTE } from '../../kit/palette.js';
import { FONT_FAMILY } from './fonts.js';
import { daysWithout, hasGaps, type Panel } from '../model.js';
import { TEXT } from './layout.js';

/** A band behind each day without a figure, because no figure isn't zero. */
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
    ctx.font = `400 ${TEXT.plain}px ${FONT_FAMILY}`;
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
