import type { ChartModel, Panel } from '../model.js';

/** A phone shows a picture at half its size, hence the large letters; desktops need twice it. */
export const SCALE = 2;
/** For pictures sent to many at once: half of the work, and still wider than a message shows it. */
export const LIGHT_SCALE = 1;
export const WIDTH = 800;
export const MARGIN = 24;
const HEADER = 88;
const PANEL_HEADING = 38;
const FOOT = 10;
/** Room for the days under the last panel. */
const DAYS = 34;

/** A panel with what stands above and below it. All strips, one below the other, are the picture. */
interface Strip {
  readonly above: number;
  readonly below: number;
  readonly height: number;
}

/** One panel makes a picture of 16:9; more make it taller. */
export function stripOf({ panels, ofPosts }: ChartModel, panel: Panel): Strip {
  if (ofPosts) return { above: HEADER, below: FOOT, height: 260 };
  if (panels.length === 1) return { above: HEADER, below: FOOT, height: 450 };
  const isLast = panel === panels.at(-1);
  const above = (panel === panels[0] ? HEADER : 0) + PANEL_HEADING;
  const below = isLast ? FOOT : 0;
  const plot = panels.length === 2 ? 190 : 150;
  const legend = panel.series.length + (panel.level === undefined ? 0 : 1) > 1 ? 40 : 0;
  return { above, below, height: above + plot + legend + (isLast ? DAYS : 0) + below };
}
