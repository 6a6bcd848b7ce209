import { createCanvas } from '@napi-rs/canvas';
import { expect, test, vi } from 'vitest';
import { drawChart } from '../../../src/views/charts/render/draw-chart.js';
import { WIDTH } from '../../../src/views/charts/render/layout.js';
import type { ChartModel, Panel } from '../../../src/views/charts/model.js';
import { eachDay } from '../../../src/domain/time/date-range.js';

/** A picture on a phone, in CSS pixels. */
const PHONE = 300;
const LEAST = 11;

const days = eachDay({ start: '2026-10-24', end: '2026-11-22' });
const values = days.map((_, index) => (index === 3 ? null : String(index)));
const panel: Panel = {
  heading: 'Net position',
  unit: 'PH/s',
  marks: 'line',
  series: [
    { label: 'Required', values },
    { label: 'Maintenance', values },
  ],
};
const model: ChartModel = { title: 'T', subtitle: 'S', days, panels: [panel], undrawn: 1 };
const empty: Panel = { ...panel, series: [] };
const bars: Panel = { ...panel, marks: 'stacked-bars' };

test.each([
  ['one panel', model],
  ['several panels', { ...model, panels: [panel, bars, panel] }],
  ['nothing to show', { ...model, panels: [empty] }],
  ['hours', { ...model, ticks: [{ index: 29, label: 'latest' }] }],
  ['a year', { ...model, days: eachDay({ start: '2025-11-22', end: '2026-11-22' }) }],
])('no text of a picture is under 11 px where it is 300 px wide: %s', async (_, drawn) => {
  const context = createCanvas(1, 1).getContext('2d');
  const font = vi.spyOn(Object.getPrototypeOf(context), 'font', 'set');
  await drawChart(drawn, 1);
  const sizes = font.mock.calls.map(([text]) => Number(/([\d.]+)px/.exec(String(text))?.[1]));
  font.mockRestore();
  expect(sizes.length).toBeGreaterThan(1);
  expect(Math.min(...sizes) * (PHONE / WIDTH)).toBeGreaterThanOrEqual(LEAST);
});
