import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { CHART_PALETTE } from '../../kit/palette.js';
import { plural } from '../../kit/figures.js';
import { FONT_FAMILY, registerFonts } from './fonts.js';
import { hasGaps } from './gaps.js';
import { HEADER, MARGIN, PANEL_HEADING, panelHeights, pictureHeight, WIDTH } from './layout.js';
import type { ChartModel, Panel } from '../model.js';
import { panelConfig } from './panel.js';
import { encodePng } from './png.js';

/** Draws a chart as a PNG, which takes some 25 ms. */
export async function drawChart(
  model: ChartModel,
  scale: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { canvas, Chart } = await libraries();
  const heights = panelHeights(model);
  const height = pictureHeight(model);
  const picture = canvas.createCanvas(WIDTH * scale, height * scale);
  const context = picture.getContext('2d', { alpha: false });
  context.scale(scale, scale);
  context.fillStyle = CHART_PALETTE.background;
  context.fillRect(0, 0, WIDTH, height);
  header(context, model);

  let top = HEADER;
  for (const [index, panel] of model.panels.entries()) {
    if (model.panels.length > 1) {
      heading(context, panel, { y: top + 26, size: 22 });
      top += PANEL_HEADING;
    }
    const panelHeight = heights[index] ?? 0;
    const part = canvas.createCanvas(WIDTH - MARGIN, panelHeight);
    // chart.js enlarges the canvas itself, by its devicePixelRatio, and empties it when destroyed.
    const chart = new Chart(part, panelConfig(model, panel, scale));
    context.drawImage(part, MARGIN / 2, top, WIDTH - MARGIN, panelHeight);
    chart.destroy();
    free(part);
    top += panelHeight;
  }
  const pixels = { rgba: picture.data(), width: picture.width, height: picture.height };
  free(picture);
  return encodePng(pixels);
}

/** The garbage collector doesn't count a canvas's megabytes, so they would pile up. */
function free(canvas: Canvas): void {
  canvas.width = 0;
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
  return { canvas, Chart };
}

interface Style {
  readonly y: number;
  readonly size: number;
  readonly x?: number;
  readonly weight?: 400 | 600;
  readonly colour?: string;
}

/** Cut to the picture's width. Gives the x where the text ends. */
function write(context: SKRSContext2D, text: string, style: Style): number {
  const { x = MARGIN, y, size, weight = 400, colour = CHART_PALETTE.text } = style;
  context.font = `${weight} ${size}px ${FONT_FAMILY}`;
  context.fillStyle = colour;
  let shown = text;
  while (shown.length > 1 && context.measureText(shown).width > WIDTH - MARGIN - x)
    shown = `${shown.replace(/…$/, '').slice(0, -1).trimEnd()}…`;
  context.fillText(shown, x, y);
  return x + context.measureText(shown).width;
}

/** A single panel needs no heading of its own: its unit stands beside the title. */
function header(context: SKRSContext2D, model: ChartModel): void {
  const { title, subtitle, days, panels, undrawn } = model;
  const unit = panels.length === 1 ? (panels[0]?.unit ?? '') : '';
  heading(context, { heading: title, unit }, { y: 42, size: 30 });
  const shaded = panels.some((panel) => hasGaps(panel, days.length)) ? ' · shaded: no figure' : '';
  const notDrawn = undrawn === 0 ? '' : ` · ${plural(undrawn, 'row')} not drawn`;
  write(context, `${subtitle}${shaded}${notDrawn}`, {
    y: 74,
    size: 20,
    colour: CHART_PALETTE.muted,
  });
}

function heading(
  context: SKRSContext2D,
  panel: Pick<Panel, 'heading' | 'unit'>,
  { y, size }: Style,
): void {
  const end = write(context, panel.heading, { y, size, weight: 600 });
  write(context, panel.unit, { x: end + 12, y, size: size - 2, colour: CHART_PALETTE.muted });
}
