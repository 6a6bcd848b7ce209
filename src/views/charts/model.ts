/** What a chart shows, in the pool's own digits; tests compare this instead of pictures. */
export interface ChartModel {
  readonly title: string;
  readonly subtitle: string;
  /** The horizontal axis, `YYYY-MM-DD`, oldest first; with `ticks`, times in words. */
  readonly days: readonly string[];
  /** For a low picture of the last hours: axis labels and their places. */
  readonly ticks?: readonly { readonly index: number; readonly label: string }[];
  readonly panels: readonly Panel[];
  /** Rows without a day in the range or a number, or that repeat a day. */
  readonly undrawn: number;
  /** A low picture of figures kept by daily posts, whose days are those of the posts, not UTC. */
  readonly ofPosts?: true;
}

export interface Panel {
  readonly heading: string;
  /** Unit of the vertical axis; empty if the pool names none. */
  readonly unit: string;
  /** `gain-loss` marks have a sign, a colour for it, and an axis that includes zero. */
  readonly marks: 'stacked-bars' | 'gain-loss-bars' | 'gain-loss-line' | 'line';
  readonly series: readonly Series[];
  /** A dashed line across, such as an agreed price or a limit. */
  readonly level?: { readonly label: string; readonly value: string };
}

export interface Series {
  /** The pool's text, made harmless. */
  readonly label: string;
  /** One per day: exact digits, or null if the pool gave none. */
  readonly values: readonly (string | null)[];
  /** True for the sum of all those without a series of their own. */
  readonly rest?: true;
}

export function isBars({ marks }: Panel): boolean {
  return marks === 'stacked-bars' || marks === 'gain-loss-bars';
}

export function isSigned({ marks }: Panel): boolean {
  return marks === 'gain-loss-bars' || marks === 'gain-loss-line';
}

export function isEmpty({ series }: Panel): boolean {
  return series.every(({ values }) => values.every((value) => value === null));
}

/** Days for which no series of the panel has a figure. */
export function daysWithout({ series }: Panel, days: number): number[] {
  const all = Array.from({ length: days }, (_, day) => day);
  return all.filter((day) => series.every(({ values }) => (values[day] ?? null) === null));
}

/** True if some days have figures and others don't. */
export function hasGaps(panel: Panel, days: number): boolean {
  const without = daysWithout(panel, days).length;
  return without > 0 && without < days;
}
