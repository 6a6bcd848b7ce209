import type { ChartConfiguration } from 'chart.js';
import { CHART_PALETTE } from '../../kit/palette.js';
import { axisWidth } from './axis.js';
import { datasetsOf } from './datasets.js';
import { FONT } from './fonts.js';
import { missingDays, emptyChartPlugin } from './gaps.js';
import { MARGIN, stripOf } from './layout.js';
import { isBars, isEmpty, type ChartModel, type Panel } from '../model.js';
import { daysAxis, figuresAxis, legendGap } from './scales.js';

/** One panel as chart.js takes it, within its strip. */
export function panelConfig(model: ChartModel, panel: Panel, scale: number): ChartConfiguration {
  const { above, below } = stripOf(model, panel);
  const empty = isEmpty(panel);
  const datasets = empty ? [] : datasetsOf(model, panel);
  const legend = datasets.length > 1;
  return {
    type: isBars(panel) ? 'bar' : 'line',
    data: { labels: [...model.days], datasets },
    plugins: [missingDays(panel, model.days.length), ...(empty ? [emptyChartPlugin] : [])],
    options: {
      animation: false,
      responsive: false,
      devicePixelRatio: scale,
      layout: {
        padding: { left: MARGIN / 2, right: MARGIN / 2 + 28, top: above + 4, bottom: below },
      },
      plugins: {
        legend: {
          display: legend,
          align: 'start',
          labels: {
            color: CHART_PALETTE.text,
            font: FONT,
            boxWidth: 18,
            boxHeight: isBars(panel) ? 18 : 0,
            padding: 14,
          },
        },
      },
      scales: {
        x: daysAxis(model, panel === model.panels.at(-1)),
        xGap: legendGap(legend),
        y: figuresAxis(panel, {
          empty,
          leastWidth: axisWidth(model),
          mostTicks: model.panels.length > 2 ? 4 : 5,
        }),
      },
    },
  };
}
