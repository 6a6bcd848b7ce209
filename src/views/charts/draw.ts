import type { SKRSContext2D } from '@napi-rs/canvas';
import { CHART_PALETTE } from '../palette.js';
import { FONT_FAMILY, registerFonts } from './fonts.js';
import { FOOT, HEADER, MARGIN, PANEL_HEADING, panelHeights, SCALE, WIDTH } from './layout.js';
import type { ChartModel, Panel } from './model.js';
import { panelConfig } from './panel.js';

/** Draws a chart as a PNG. About 20 ms of this thread; the encoding is on another. */
export async function drawChart(model: ChartModel): Promise<Uint8Array> {
  const { canvas, Chart } = await libraries();
  const heights = panelHeights(model);
  const height = heights.reduce((sum, each) => sum + each + PANEL_HEADING, HEADER + FOOT);
  const picture = canvas.createCanvas(WIDTH * SCALE, height * SCALE);
  const context = picture.getContext('2d');
  context.scale(SCALE, SCALE);
  context.fillStyle = CHART_PALETTE.background;
  context.fillRect(0, 0, WIDTH, height);
  write(context, model.title, { y: 42, size: 30, weight: 600 });
  write(context, model.subtitle, { y: 74, size: 20, colour: CHART_PALETTE.muted });

  let top = HEADER;
  for (const [index, panel] of model.panels.entries()) {
    panelHeading(context, panel, top + 26);
    top += PANEL_HEADING;
    const panelHeight = heights[index] ?? 0;
    const part = canvas.createCanvas(WIDTH - MARGIN, panelHeight);
    // chart.js enlarges the canvas itself, by its devicePixelRatio.
    new Chart(part, panelConfig(model, panel)).destroy();
    context.drawImage(part, MARGIN / 2, top, WIDTH - MARGIN, panelHeight);
    top += panelHeight;
  }
  return picture.encode('png');
}

type Libraries = Awaited<ReturnType<typeof load>>;
let loading: Promise<Libraries> | undefined;

/** At the first chart, not at the start: they cost more to load than all the rest. */
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

function panelHeading(context: SKRSContext2D, panel: Panel, y: number): void {
  const end = write(context, panel.heading, { y, size: 22, weight: 600 });
  write(context, panel.unit, { x: end + 12, y, size: 20, colour: CHART_PALETTE.muted });
}
