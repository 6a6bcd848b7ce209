import type { ChartModel } from '../model.js';

/** A phone shows a picture at half its size, hence the large letters; desktops need twice it. */
export const SCALE = 2;
/** For pictures sent to many at once: two thirds of the work, less sharp only in full size. */
export const LIGHT_SCALE = 1.5;
export const WIDTH = 800;
export const MARGIN = 24;
export const HEADER = 88;
export const PANEL_HEADING = 38;
const FOOT = 10;
/** Room for the days under the last panel. */
const DAYS = 34;

/** One panel makes a picture of 16:9; more make it taller. */
export function panelHeights({ panels }: ChartModel): number[] {
  if (panels.length <= 1) return [450 - HEADER - FOOT];
  const each = panels.length === 2 ? 190 : 150;
  return panels.map((panel, index) => {
    const legend = panel.series.length + (panel.level === undefined ? 0 : 1) > 1 ? 40 : 0;
    return each + legend + (index === panels.length - 1 ? DAYS : 0);
  });
}

export function pictureHeight(model: ChartModel): number {
  const headings = model.panels.length > 1 ? model.panels.length * PANEL_HEADING : 0;
  return panelHeights(model).reduce((sum, each) => sum + each, HEADER + headings + FOOT);
}
