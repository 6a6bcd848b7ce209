import type { ChartConfiguration, ScriptableScaleContext } from 'chart.js';
import { CHART_PALETTE } from '../../kit/palette.js';
import { axisFigure, dayTicks } from './axis.js';
import { FONT } from './fonts.js';
import { isSigned, type ChartModel, type Panel } from '../model.js';

type Scales = NonNullable<NonNullable<ChartConfiguration['options']>['scales']>;

export function daysAxis(model: ChartModel, labelled: boolean): NonNullable<Scales[string]> {
  const ticks = dayTicks(model);
  const labels = new Map(ticks.map(({ index, label }) => [index, label]));
  return {
    type: 'category',
    offset: true,
    stacked: true,
    grid: { display: false },
    border: { display: false },
    afterBuildTicks: (axis) => {
      axis.ticks = ticks.map(({ index }) => ({ value: index }));
    },
    ticks: {
      display: labelled,
      color: CHART_PALETTE.muted,
      font: FONT,
      autoSkip: false,
      maxRotation: 0,
      padding: 6,
      callback: (value) => labels.get(Number(value)) ?? '',
    },
  };
}

/** An empty scale, because chart.js leaves no gap between legend and plot. */
export function legendGap(wanted: boolean): NonNullable<Scales[string]> {
  return {
    type: 'category',
    labels: [],
    position: 'top',
    grid: { display: false },
    border: { display: false },
    ticks: { display: false },
    afterFit: (axis) => {
      axis.height = wanted ? 10 : 0;
    },
  };
}

interface AxisRoom {
  readonly empty: boolean;
  readonly leastWidth: number;
  readonly mostTicks: number;
  /** No figure is below zero, so the axis ends where the figures do. */
  readonly tight: boolean;
}

export function figuresAxis(
  panel: Panel,
  { empty, leastWidth, mostTicks, tight }: AxisRoom,
): NonNullable<Scales[string]> {
  return {
    type: 'linear',
    stacked: panel.marks === 'stacked-bars',
    beginAtZero: panel.marks !== 'line',
    grace: panel.marks === 'line' && !tight ? '8%' : 0,
    border: { display: false },
    grid: {
      display: !empty,
      color: ({ tick }: ScriptableScaleContext) =>
        tick.value === 0 ? CHART_PALETTE.zero : CHART_PALETTE.grid,
      lineWidth: ({ tick }) => (tick.value === 0 ? 2 : 1),
    },
    afterFit: (axis) => {
      axis.width = Math.max(axis.width, leastWidth);
    },
    ticks: {
      display: !empty,
      color: CHART_PALETTE.muted,
      font: FONT,
      maxTicksLimit: mostTicks,
      padding: 10,
      callback: (value, _, ticks) =>
        axisFigure(
          Number(value),
          ticks.map((tick) => tick.value),
          isSigned(panel),
        ),
    },
  };
}
