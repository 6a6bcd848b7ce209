/** What a chart shows, in the pool's own digits; tests compare it instead of pictures. */
export interface ChartModel {
  readonly title: string;
  readonly subtitle: string;
  /** The horizontal axis, `YYYY-MM-DD`, oldest first; with `ticks`, moments in words. */
  readonly days: readonly string[];
  /** A low picture of the last hours: what its axis says where. */
  readonly ticks?: readonly { readonly index: number; readonly label: string }[];
  readonly panels: readonly Panel[];
  /** Rows without a day of the range or a number, or of a day that came again. */
  readonly undrawn: number;
  /** A low picture of figures that daily posts kept: its days are those of the posts, not UTC. */
  readonly ofPosts?: true;
}

export interface Panel {
  readonly heading: string;
  /** Of the vertical axis; empty where the pool names none. */
  readonly unit: string;
  /** `gain-loss` marks are signed and coloured by their sign, and their axis holds zero. */
  readonly marks: 'stacked-bars' | 'gain-loss-bars' | 'gain-loss-line' | 'line';
  readonly series: readonly Series[];
  /** A dashed line across: a price agreed, a limit. */
  readonly level?: { readonly label: string; readonly value: string };
}

export interface Series {
  /** Text of the pool, made harmless. */
  readonly label: string;
  /** One for each day: exact digits, or null where the pool gave none. */
  readonly values: readonly (string | null)[];
  /** True for the sum of all that have no series of their own. */
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

/** Days of which no series of the panel has a figure. */
export function daysWithout({ series }: Panel, days: number): number[] {
  const all = Array.from({ length: days }, (_, day) => day);
  return all.filter((day) => series.every(({ values }) => (values[day] ?? null) === null));
}

/** True where some days have figures and others none. */
export function hasGaps(panel: Panel, days: number): boolean {
  const without = daysWithout(panel, days).length;
  return without > 0 && without < days;
}
