import type { ChartDataset } from 'chart.js';
import { CHART_PALETTE } from '../../kit/palette.js';
import { isBars, type ChartModel, type Panel, type Series } from '../model.js';

/** More points are too close to tell apart. */
const MAX_POINTS = 40;

export function datasetsOf(model: ChartModel, panel: Panel): ChartDataset[] {
  return [
    ...panel.series.map((series, index) => datasetOf(panel, series, index)),
    ...levelOf(model, panel),
  ];
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
    borderWidth: data.length > MAX_POINTS ? 3 : 4,
    borderJoinStyle: 'round',
    // Lines differ in more than colour.
    borderDash: index === 0 ? [] : [12, 7],
    pointStyle: index === 0 ? 'circle' : 'rect',
    // A figure with no figure on the days beside it has no line, so it needs a point.
    pointRadius: data.map((_, at) => (alone(at) ? 6 : data.length > MAX_POINTS ? 0 : 4)),
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
      // A line over a single day has no length.
      pointRadius: days.length === 1 ? 6 : 0,
      pointStyle: 'line',
    },
  ];
}

/** The canvas takes doubles; the model and the alt text keep the digits. */
function drawable(value: string | null): number | null {
  const number = value === null ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}
