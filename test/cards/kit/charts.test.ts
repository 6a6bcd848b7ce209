import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { drawChart } from '../../../src/cards/kit/charts.js';
import { eachDay } from '../../../src/days.js';

const days = eachDay('2026-10-29', '2026-11-27');
const series = (label: string, values = days.map((_, index) => 0.14 + index / 1000)) => ({
  label,
  values,
});

test('a chart is a PNG that says in words what it shows', async () => {
  const values = days.map((_, index) => (index === 29 ? null : 0.14 + index / 1000));
  const picture = await drawChart({
    name: 'revenue',
    marks: 'bar',
    days,
    panels: [{ heading: 'Revenue', unit: 'BTC', series: [{ label: 'MINING', values }] }],
  });
  expect(picture).toMatchObject({
    name: 'revenue.png',
    alt: 'Chart, 29 Oct – 27 Nov. Revenue: 0.14 to 0.168 BTC, last 0.168.',
  });
  const image = await loadImage(picture?.data ?? '');
  expect([image.width, image.height]).toEqual([1000, 537]);
});

test('without a figure there is no chart', async () => {
  const panel = { heading: 'Revenue', unit: 'BTC', series: [series('MINING', [])] };
  expect(await drawChart({ name: 'x', marks: 'bar', days, panels: [panel] })).toBeUndefined();
  expect(await drawChart({ name: 'x', marks: 'bar', days, panels: [] })).toBeUndefined();
});

test('a day without a figure is a gap, not zero', async () => {
  const values = days.map((_, index) => (index < 15 ? 1 + index / 100 : null));
  const panel = { heading: 'Hashprice', unit: 'BTC', series: [{ label: 'Hashprice', values }] };
  const picture = await drawChart({ name: 'x', marks: 'line', days, panels: [panel] });
  const image = await loadImage(picture?.data ?? '');
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const columns = Array.from({ length: image.width }, (_, x) => x).filter((x) => {
    const { data } = context.getImageData(x, 0, 1, image.height);
    // The blue of the first series.
    return data.some((red, at) => at % 4 === 0 && red === 0x56 && data[at + 2] === 0xe9);
  });
  expect(Math.min(...columns)).toBeLessThan(250);
  expect(Math.max(...columns)).toBeGreaterThan(500);
  expect(Math.max(...columns)).toBeLessThan(625);
});
