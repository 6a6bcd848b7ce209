import type { Canvas } from '@napi-rs/canvas';
import type { ChartModel } from '../model.js';
import { registerFonts } from './fonts.js';
import { stripOf, WIDTH } from './layout.js';
import { panelConfig } from './panel.js';
import { paper } from './background-plugin.js';
import { encodePng, type Pixels } from './png.js';

/**
 * Draws a chart as a PNG: strips, one for each panel, drawn one after the other on one canvas that
 * is kept. New memory for each picture costs more than drawing it.
 */
export async function drawChart(
  model: ChartModel,
  scale: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { sheet, Chart } = await libraries();
  const context = sheet.getContext('2d', { alpha: false });
  const strips = model.panels.map((panel): Pixels => {
    resize(sheet, WIDTH * scale, stripOf(model, panel).height * scale);
    // Of the strip before nothing stays, whatever became of it.
    context.reset();
    Chart.getChart(sheet)?.destroy();
    const config = panelConfig(model, panel, scale);
    config.plugins?.unshift(paper(context, { model, panel, scale }));
    const chart = new Chart(sheet, config);
    const pixels = { rgba: sheet.data(), width: sheet.width, height: sheet.height };
    chart.destroy();
    return pixels;
  });
  return encodePng(strips);
}

/** Also where nothing changes, a canvas that is given its size takes new memory. */
function resize(canvas: Canvas, width: number, height: number): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}

type Libraries = Awaited<ReturnType<typeof load>>;
let loading: Promise<Libraries> | undefined;

/** Loaded at the first chart: they take longer than all the rest. */
function libraries(): Promise<Libraries> {
  loading ??= load();
  return loading;
}

async function load() {
  const [canvas, chart] = await Promise.all([import('@napi-rs/canvas'), import('chart.js')]);
  registerFonts(canvas.GlobalFonts);
  const { Chart, BarController, BarElement, LineController, LineElement, PointElement } = chart;
  Chart.register(BarController, BarElement, LineController, LineElement, PointElement);
  Chart.register(chart.CategoryScale, chart.LinearScale, chart.Legend, chart.Filler);
  return { Chart, sheet: canvas.createCanvas(1, 1) };
}
