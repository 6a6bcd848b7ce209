import type { Canvas } from '@napi-rs/canvas';
import type { ChartModel } from '../model.js';
import { registerFonts } from './fonts.js';
import { stripOf, WIDTH } from './layout.js';
import { panelConfig } from './panel.js';
import { paper } from './background-plugin.js';
import { encodePng, type Pixels } from './png.js';

/**
 * Draws a chart as a PNG, one strip per panel, one after the other on a canvas that is reused:
 * allocating memory for each picture costs more than drawing it.
 */
export async function drawChart(
  model: ChartModel,
  scale: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { sheet, Chart } = await libraries();
  const context = sheet.getContext('2d', { alpha: false });
  const strips = model.panels.map((panel): Pixels => {
    resize(sheet, WIDTH * scale, stripOf(model, panel).height * scale);
    // Nothing of the strip before may remain, even if it failed.
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

/** Setting a canvas's size allocates memory even if the size stays the same. */
function resize(canvas: Canvas, width: number, height: number): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}

type Libraries = Awaited<ReturnType<typeof load>>;
let loading: Promise<Libraries> | undefined;

/** Loaded at the first chart, because loading takes longer than all the rest. */
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
