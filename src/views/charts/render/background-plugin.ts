import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Plugin } from 'chart.js';
import { CHART_PALETTE } from '../../kit/palette.js';
import { FONT_FAMILY } from './fonts.js';
import { MARGIN, missingText, stripOf, TEXT, WIDTH } from './layout.js';
import type { ChartModel, Panel } from '../model.js';

interface Paper {
  readonly model: ChartModel;
  readonly panel: Panel;
  readonly scale: number;
}

/**
 * Places a panel in its strip and draws what is behind and above it: the ground, the picture's
 * header, the panel's heading. `context` is that of the chart's canvas.
 */
export function paper(context: SKRSContext2D, { model, panel, scale }: Paper): Plugin {
  const { above, below, height } = stripOf(model, panel);
  return {
    id: 'paper',
    beforeInit(chart) {
      // As chart.js would set it, but without making the canvas allocate memory.
      Object.assign(chart, { width: WIDTH, height, currentDevicePixelRatio: scale });
    },
    afterInit(chart) {
      Object.assign(chart, { width: WIDTH - MARGIN, height: height - above - below });
      context.setTransform(scale, 0, 0, scale, (scale * MARGIN) / 2, scale * above);
    },
    beforeDraw() {
      context.save();
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.fillStyle = CHART_PALETTE.background;
      context.fillRect(0, 0, WIDTH, height);
      if (panel === model.panels[0]) header(context, model);
      if (model.panels.length > 1) heading(context, panel, { y: above - 14, size: TEXT.heading });
      context.restore();
    },
  };
}

interface TextStyle {
  readonly y: number;
  readonly size: number;
  readonly x?: number;
  readonly weight?: 400 | 600;
  readonly colour?: string;
}

/** Cut to the picture's width. Returns the x where the text ends. */
function write(context: SKRSContext2D, text: string, style: TextStyle): number {
  const { x = MARGIN, y, size, weight = 400, colour = CHART_PALETTE.text } = style;
  context.font = `${weight} ${size}px ${FONT_FAMILY}`;
  context.fillStyle = colour;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  let shown = text;
  while (shown.length > 1 && context.measureText(shown).width > WIDTH - MARGIN - x)
    shown = `${shown.replace(/…$/, '').slice(0, -1).trimEnd()}…`;
  context.fillText(shown, x, y);
  return x + context.measureText(shown).width;
}

/** A single panel needs no heading: its unit is beside the title. */
function header(context: SKRSContext2D, model: ChartModel): void {
  const { title, subtitle, panels } = model;
  const unit = panels.length === 1 ? (panels[0]?.unit ?? '') : '';
  heading(context, { heading: title, unit }, { y: 42, size: TEXT.title });
  const plain = { size: TEXT.plain, colour: CHART_PALETTE.muted };
  write(context, subtitle, { ...plain, y: 80 });
  write(context, missingText(model), { ...plain, y: 114 });
}

function heading(
  context: SKRSContext2D,
  panel: Pick<Panel, 'heading' | 'unit'>,
  { y, size }: TextStyle,
): void {
  const end = write(context, panel.heading, { y, size, weight: 600 });
  write(context, panel.unit, { x: end + 12, y, size: TEXT.plain, colour: CHART_PALETTE.muted });
}
