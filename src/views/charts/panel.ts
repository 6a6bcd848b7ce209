import type { ChartConfiguration, ChartDataset, Plugin, Scale } from 'chart.js';
import { CHART_PALETTE } from '../palette.js';
import { axisFigure, dayTicks } from './axis.js';
import { FONT_FAMILY } from './fonts.js';
import { SCALE } from './layout.js';
import type { ChartModel, Panel, Series } from './model.js';

/** One panel as chart.js takes it. Sizes are in picture units: a phone shows half of them. */

/** The same in all panels, so that their days stand above each other. */
const AXIS_WIDTH = 112;
const FONT = { family: FONT_FAMILY, size: 21 } as const;
/** More points than this stand too close to be told apart. */
const MOST_POINTS = 40;

export function panelConfig(model: ChartModel, panel: Panel): ChartConfiguration {
  const last = panel === model.panels.at(-1);
  const empty = panel.series.every(({ values }) => values.every((value) => value === null));
  const datasets = [
    ...panel.series.map((series, index) => datasetOf(panel, series, index)),
    ...levelOf(model, panel),
  ];
  return {
    type: isBars(panel) ? 'bar' : 'line',
    data: { labels: [...model.days], datasets: empty ? [] : datasets },
    plugins: [missingDays(panel), ...(empty ? [nothingToShow] : [])],
    options: {
      animation: false,
      responsive: false,
      devicePixelRatio: SCALE,
      layout: { padding: { left: 0, right: 28, top: 4, bottom: 0 } },
      plugins: {
        legend: {
          display: !empty && datasets.length > 1,
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
      scales: { x: daysAxis(model, last), y: figuresAxis(panel, empty) },
    },
  };
}

export function isBars({ marks }: Panel): boolean {
  return marks === 'stacked-bars' || marks === 'gain-loss-bars';
}

function isSigned({ marks }: Panel): boolean {
  return marks === 'gain-loss-bars' || marks === 'gain-loss-line';
}

function datasetOf(panel: Panel, { label, values, rest }: Series, index: number): ChartDataset {
  const data = values.map(drawable);
  const colour = rest ? CHART_PALETTE.rest : (CHART_PALETTE.series[index] ?? CHART_PALETTE.rest);
  if (isBars(panel)) {
    const bySign = data.map((value) =>
      (value ?? 0) < 0 ? CHART_PALETTE.loss : CHART_PALETTE.gain,
    );
    return {
      type: 'bar',
      label,
      data,
      backgroundColor: panel.marks === 'gain-loss-bars' ? bySign : colour,
      categoryPercentage: data.length > 100 ? 1 : 0.8,
      barPercentage: 1,
      maxBarThickness: 90,
    };
  }
  const alone = (at: number) => (data[at - 1] ?? null) === null && (data[at + 1] ?? null) === null;
  return {
    type: 'line',
    label,
    data,
    borderColor: colour,
    backgroundColor: colour,
    borderWidth: 4,
    borderJoinStyle: 'round',
    // Lines differ by more than colour.
    borderDash: index === 0 ? [] : [12, 7],
    pointStyle: index === 0 ? 'circle' : 'rect',
    // A figure between two days without one has no line to be seen by.
    pointRadius: data.map((_, at) => (alone(at) ? 6 : data.length > MOST_POINTS ? 0 : 4)),
    spanGaps: false,
    ...(panel.marks === 'gain-loss-line'
      ? {
          fill: {
            target: 'origin',
            above: `${CHART_PALETTE.gain}38`,
            below: `${CHART_PALETTE.loss}38`,
          },
        }
      : {}),
  };
}

function levelOf({ days }: ChartModel, { level }: Panel): ChartDataset[] {
  if (level === undefined) return [];
  const value = drawable(level.value);
  return [
    {
      type: 'line',
      label: level.label,
      data: days.map(() => value),
      borderColor: CHART_PALETTE.series[1],
      borderWidth: 3,
      borderDash: [12, 7],
      // Over a single day a line has no length.
      pointRadius: days.length === 1 ? 6 : 0,
      pointStyle: 'line',
    },
  ];
}

/** The canvas knows doubles alone; the model and the alt text keep the digits. */
function drawable(value: string | null): number | null {
  const number = value === null ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}

type Scales = NonNullable<NonNullable<ChartConfiguration['options']>['scales']>;

function daysAxis({ days }: ChartModel, labelled: boolean): NonNullable<Scales[string]> {
  const ticks = dayTicks(days);
  const labels = new Map(ticks.map(({ index, label }) => [index, label]));
  return {
    type: 'category',
    offset: true,
    stacked: true,
    grid: { display: false },
    border: { color: CHART_PALETTE.grid },
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

function figuresAxis(panel: Panel, empty: boolean): NonNullable<Scales[string]> {
  return {
    type: 'linear',
    stacked: panel.marks === 'stacked-bars',
    beginAtZero: panel.marks !== 'line',
    grace: panel.marks === 'line' ? '8%' : 0,
    border: { display: false },
    grid: {
      color: ({ tick }) => (tick.value === 0 ? CHART_PALETTE.zero : CHART_PALETTE.grid),
      lineWidth: ({ tick }: { readonly tick: { readonly value: number } }) => (tick.value === 0 ? 2 : 1),
    },
    afterFit: (axis) => {
      axis.width = AXIS_WIDTH;
    },
    ticks: {
      display: !empty,
      color: CHART_PALETTE.muted,
      font: FONT,
      maxTicksLimit: 5,
      padding: 10,
      callback: (value, _, ticks) =>
        axisFigure(Number(value), stepOf(ticks.map((tick) => tick.value)), isSigned(panel)),
    },
  };
}

function stepOf(ticks: readonly number[]): number {
  const [first = 0, second = 1] = ticks;
  return Math.abs(second - first) || 1;
}

/** A band behind each day without a figure: nothing said is not zero. */
function missingDays({ series }: Panel): Plugin {
  return {
    id: 'missing-days',
    beforeDraw({ ctx, chartArea, scales }) {
      const axis: Scale | undefined = scales['x'];
      const days = series[0]?.values.length ?? 0;
      if (axis === undefined || days === 0) return;
      const width = (chartArea.right - chartArea.left) / days;
      ctx.fillStyle = CHART_PALETTE.missing;
      for (let day = 0; day < days; day++)
        if (series.every(({ values }) => (values[day] ?? null) === null))
          ctx.fillRect(
            axis.getPixelForValue(day) - width / 2,
            chartArea.top,
            width,
            chartArea.height,
          );
    },
  };
}

const nothingToShow: Plugin = {
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
