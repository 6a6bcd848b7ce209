import type { ChartConfiguration } from 'chart.js';
import { CHART_PALETTE } from '../../kit/palette.js';
import { axisWidth } from './axis.js';
import { datasetsOf } from './datasets.js';
import { FONT } from './fonts.js';
import { missingDays, emptyChartPlugin } from './gaps.js';
import { isBars, isEmpty, type ChartModel, type Panel } from '../model.js';
import { daysAxis, figuresAxis, legendGap } from './scales.js';

/** A panel's chart.js configuration. */
export function panelConfig(model: ChartModel, panel: Panel, scale: number): ChartConfiguration {
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
      layout: { padding: { left: 0, right: 48, top: 4, bottom: 0 } },
      plugins: {
        legend: {
          display: legend,
          align: 'start',
          labels: {
            color: CHART_PALETTE.text,
            font: FONT,
            boxWidth: 24,
            boxHeight: isBars(panel) ? 24 : 0,
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
          tight: model.ofPosts === true || model.ticks !== undefined,
          mostTicks: model.ofPosts || model.ticks || model.panels.length > 2 ? 3 : 4,
        }),
      },
    },
  };
}
