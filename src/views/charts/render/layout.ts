import { plural } from '../../kit/figures.js';
import { hasGaps, type ChartModel, type Panel } from '../model.js';

/** Desktops need twice the pixels of the layout. */
export const SCALE = 2;
/** For pictures sent to many at once: half the work, and still wider than a message shows it. */
export const LIGHT_SCALE = 1;
export const WIDTH = 800;
export const MARGIN = 24;
/** A phone shows a picture 300 px wide, where text must be 11 px high: no text is smaller. */
export const TEXT = { title: 34, heading: 31, plain: 30 } as const;
const HEADER = 92;
/** The line under the header that names what is missing. */
const NOTES = 34;
const PANEL_HEADING = 48;
const FOOT = 10;
/** Room for the days under the last panel. */
const DAYS = 44;

/** A panel with what is above and below it. The strips, stacked, make the picture. */
interface Strip {
  readonly above: number;
  readonly below: number;
  readonly height: number;
}

/** One panel gives a 16:9 picture; more make it taller. */
export function stripOf(model: ChartModel, panel: Panel): Strip {
  const { panels, ofPosts, ticks } = model;
  const header = HEADER + (missingText(model) === '' ? 0 : NOTES);
  // One row taller, for the legend of its dashed line.
  if (ticks !== undefined) return { above: header, below: FOOT, height: 400 };
  if (ofPosts) return { above: header, below: FOOT, height: 260 };
  if (panels.length === 1) return { above: header, below: FOOT, height: 450 };
  const isLast = panel === panels.at(-1);
  const above = (panel === panels[0] ? header : 0) + PANEL_HEADING;
  const below = isLast ? FOOT : 0;
  const plot = panels.length === 2 ? 190 : 140;
  const legend = panel.series.length + (panel.level === undefined ? 0 : 1) > 1 ? 52 : 0;
  return { above, below, height: above + plot + legend + (isLast ? DAYS : 0) + below };
}

/** What the picture lacks; empty if nothing. */
export function missingText({ panels, days, undrawn }: ChartModel): string {
  const words = [
    ...(panels.some((panel) => hasGaps(panel, days.length)) ? ['shaded: no figure'] : []),
    ...(undrawn === 0 ? [] : [`${plural(undrawn, 'row')} not drawn`]),
  ];
  return words.join(' · ');
}
