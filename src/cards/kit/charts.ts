import { createRequire } from 'node:module';
import PQueue from 'p-queue';
import type { Chart, ChartConfiguration, ChartDataset, ScriptableScaleContext } from 'chart.js';
import type { Picture } from '../../discord/reply.js';
import { oneLine } from '../../text.js';
import { decimal, type Figure } from './figures.js';
import { day, days as daySpan } from './times.js';

interface ChartSpec {
  /** File name without its extension. */
  readonly name: string;
  /** One for each day; the bars of a panel's series are stacked. */
  readonly marks: 'line' | 'bar';
  /** `YYYY-MM-DD`, oldest first. */
  readonly days: readonly string[];
  /** `days` are times of a day instead, shown as they are. */
  readonly areTimes?: boolean;
  /** One above the other, over the same days. */
  readonly panels: readonly Panel[];
}

interface Panel {
  readonly heading: string;
  readonly unit: string;
  readonly series: readonly Series[];
  /** Gains and losses: with a sign, and zero on the axis. */
  readonly isSigned?: boolean;
  /** A dashed line across, such as an agreed price. */
  readonly level?: { readonly label: string; readonly value: Figure };
}

interface Series {
  /** Only shown where a panel has several. */
  readonly label?: string;
  /** One per day; what is absent is a gap. */
  readonly values: readonly Figure[];
}

/** One at a time: drawing holds up what people ask meanwhile. */
const drawing = new PQueue({ concurrency: 1 });

/** Undefined if there is nothing to draw. */
export function drawChart(spec: ChartSpec): Promise<Picture | undefined> {
  return drawing.add(() => draw(spec));
}

// A phone shows the picture 300 pixels wide, where text needs 11: 30 of 800.
const WIDTH = 800;
/** Sharp enough for a phone's 900 pixels; encoding takes as long as there are pixels. */
const SCALE = 1.25;
const TEXT = 30;
const HEADING_HEIGHT = 60;
const DAYS_HEIGHT = 50;
/** With one panel, two, or more. */
const PLOT_HEIGHTS = [320, 210, 150];
const MOST_DAY_LABELS = 5;
/** Room for the figures of the axis, the same for all panels so that their days align. */
const AXIS_WIDTH = 150;
const FAMILY = 'Inter, Inter-ext';
const FONT = { family: FAMILY, size: TEXT };
/** Against this ground text and marks have a contrast of 4.5 or more, also for the colour-blind. */
const COLOURS = {
  ground: '#2b2d31',
  text: '#f2f3f5',
  muted: '#b5bac1',
  grid: '#404249',
  zero: '#949ba4',
  gain: '#1fc29555',
  loss: '#f5793a55',
};
const SERIES_COLOURS = ['#56b4e9', '#e69f00', '#1fc295', '#cc79a7', '#f0e442'];
const seriesColour = (index: number) => SERIES_COLOURS[index % SERIES_COLOURS.length] ?? '';

async function draw(spec: ChartSpec): Promise<Picture | undefined> {
  const { name, panels } = spec;
  const given = panels.flatMap(({ series }) => series.flatMap(({ values }) => values.map(decimal)));
  if (given.every((value) => value === null)) return undefined;
  loading ??= load();
  const { Chart, createCanvas } = await loading;
  const plot = PLOT_HEIGHTS[Math.min(panels.length, PLOT_HEIGHTS.length) - 1] ?? 0;
  const height = panels.length * (HEADING_HEIGHT + plot) + DAYS_HEIGHT;
  const picture = createCanvas(WIDTH * SCALE, height * SCALE);
  const context = picture.getContext('2d');
  context.fillStyle = COLOURS.ground;
  context.fillRect(0, 0, picture.width, picture.height);
  let y = 0;
  for (const panel of panels) {
    const isLast = panel === panels.at(-1);
    const strip = createCanvas(WIDTH, HEADING_HEIGHT + plot + (isLast ? DAYS_HEIGHT : 0));
    const chart = new Chart(strip, configOf(spec, panel, isLast));
    writeHeading(chart.ctx, panel);
    context.drawImage(strip, 0, y);
    y += strip.height;
    chart.destroy();
  }
  return { name: `${name}.png`, data: await picture.encode('png'), alt: altText(spec) };
}

let loading: ReturnType<typeof load> | undefined;

/** At the first chart: that takes longer than all other imports together. */
async function load() {
  const [canvas, { Chart, registerables }] = await Promise.all([
    import('@napi-rs/canvas'),
    import('chart.js'),
  ]);
  Chart.register(...registerables);
  const { resolve } = createRequire(import.meta.url);
  const file = (subset: string, weight: number) =>
    resolve(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff2`);
  for (const weight of [400, 600]) {
    canvas.GlobalFonts.registerFromPath(file('latin', weight), 'Inter');
    canvas.GlobalFonts.registerFromPath(file('latin-ext', weight), 'Inter-ext');
  }
  return { Chart, createCanvas: canvas.createCanvas };
}

function configOf(spec: ChartSpec, panel: Panel, isLast: boolean): ChartConfiguration {
  const { marks, days, areTimes } = spec;
  return {
    type: marks,
    data: { labels: areTimes ? [...days] : days.map(day), datasets: datasets(panel, marks) },
    options: {
      animation: false,
      responsive: false,
      devicePixelRatio: SCALE,
      layout: { padding: { left: 16, right: 56, top: HEADING_HEIGHT, bottom: isLast ? 6 : 12 } },
      plugins: { legend: { display: false }, tooltip: { enabled: false } },
      scales: {
        x: daysAxis(days.length, isLast),
        y: figuresAxis(spec, panel),
      },
    },
  };
}

type Axis = NonNullable<NonNullable<ChartConfiguration['options']>['scales']>[string];

/** Labels count back from the last day. */
function daysAxis(total: number, isLabelled: boolean): Axis {
  const step = Math.ceil(total / MOST_DAY_LABELS);
  return {
    type: 'category',
    offset: true,
    stacked: true,
    grid: { display: false },
    border: { display: false },
    ticks: {
      display: isLabelled,
      color: COLOURS.muted,
      font: FONT,
      autoSkip: false,
      maxRotation: 0,
      callback(value) {
        const index = Number(value);
        return (total - 1 - index) % step === 0 ? this.getLabelForValue(index) : '';
      },
    },
  };
}

function figuresAxis({ marks, panels }: ChartSpec, { isSigned = false }: Panel): Axis {
  return {
    type: 'linear',
    stacked: marks === 'bar',
    beginAtZero: isSigned || marks === 'bar',
    grace: marks === 'line' ? '8%' : 0,
    border: { display: false },
    grid: {
      color: ({ tick }: ScriptableScaleContext) => (tick.value === 0 ? COLOURS.zero : COLOURS.grid),
    },
    afterFit: (axis) => {
      axis.width = Math.max(axis.width, AXIS_WIDTH);
    },
    ticks: {
      color: COLOURS.muted,
      font: FONT,
      maxTicksLimit: panels.length > 2 ? 3 : 4,
      padding: 10,
      callback: (value) => (isSigned && Number(value) > 0 ? '+' : '') + short(Number(value)),
    },
  };
}

function datasets({ series, isSigned, level }: Panel, marks: ChartSpec['marks']): ChartDataset[] {
  const drawn = series.map(({ values }, index): ChartDataset => {
    const colour = seriesColour(index);
    const data = values.map((value) => decimal(value)?.toNumber() ?? null);
    const shared = { data, backgroundColor: colour };
    if (marks === 'bar')
      return { ...shared, type: 'bar', categoryPercentage: 0.85, barPercentage: 1 };
    const isAlone = (at: number) =>
      (data[at - 1] ?? null) === null && (data[at + 1] ?? null) === null;
    return {
      ...shared,
      type: 'line',
      borderColor: colour,
      borderWidth: 4,
      borderDash: index > 0 ? [12, 8] : [],
      pointRadius: ({ dataIndex }) => (data.length <= 40 || isAlone(dataIndex) ? 4 : 0),
      ...(isSigned && { fill: { target: 'origin', above: COLOURS.gain, below: COLOURS.loss } }),
    };
  });
  const across = decimal(level?.value)?.toNumber();
  if (level === undefined || across === undefined) return drawn;
  const line: ChartDataset = {
    type: 'line',
    data: (series[0]?.values ?? []).map(() => across),
    borderColor: COLOURS.text,
    borderWidth: 3,
    borderDash: [12, 8],
    pointRadius: 0,
  };
  return [...drawn, line];
}

/** `Margin BTC`, and which mark is which where there are several. */
function writeHeading(ctx: Chart['ctx'], { heading, unit, series, level }: Panel): void {
  const y = HEADING_HEIGHT / 2 - 2;
  let x = 24;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const write = (text: string, colour: string, weight = 400) => {
    ctx.font = `${weight} ${TEXT}px ${FAMILY}`;
    ctx.fillStyle = colour;
    ctx.fillText(text, x, y);
    x += ctx.measureText(text).width + 14;
  };
  const mark = (label: string, colour: string) => {
    ctx.fillStyle = colour;
    ctx.fillRect(x + 6, y - 4, 22, 6);
    x += 38;
    write(oneLine(label), COLOURS.muted);
  };
  write(heading, COLOURS.text, 600);
  write(oneLine(unit), COLOURS.muted);
  if (series.length > 1)
    for (const [index, { label = '' }] of series.entries()) mark(label, seriesColour(index));
  if (level !== undefined) mark(level.label, COLOURS.text);
}

/** Range and last figure of each series. */
function altText({ days, areTimes, panels }: ChartSpec): string {
  const [start, end] = [days[0] ?? '', days.at(-1) ?? ''];
  const courses = panels.flatMap(({ heading, unit, series }) =>
    series.map(({ label = '', values }) => {
      const figures = values.flatMap((value) => decimal(value)?.toNumber() ?? []);
      const name = series.length > 1 ? `${heading}, ${label}` : heading;
      const [low, high, last] = [Math.min(...figures), Math.max(...figures), figures.at(-1)];
      return last === undefined
        ? `${name}: no figures.`
        : `${name}: ${short(low)} to ${short(high)}${unit && ` ${unit}`}, last ${short(last)}.`;
    }),
  );
  const span = areTimes ? `${start} – ${end}` : daySpan(start, end, Date.parse(end));
  return [`Chart, ${span}.`, ...courses].join(' ');
}

const shortFormat = new Intl.NumberFormat('en', { maximumSignificantDigits: 5 });

function short(value: number): string {
  return shortFormat.format(value).replace('-', '−');
}
