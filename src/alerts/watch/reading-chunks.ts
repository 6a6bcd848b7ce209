import { z } from 'zod';
import { exactDigits, isNumber, toDecimal, type Numeric } from '../../domain/numbers/numeric.js';
import type { Summary } from '../../pool-api/resources.js';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../domain/time/units.js';

/** The figures of a summary that are kept, in the order in which a point has them. */
export const STORED_FIGURES = [
  'hashrate_5m',
  'hashrate_24h',
  'active_miners',
  'efficiency_5m',
] as const satisfies readonly (keyof Summary)[];
export type StoredFigure = (typeof STORED_FIGURES)[number];

/** The pool's digits: the last of its interval, and the lowest. Null = the pool gave none. */
const pair = z.tuple([z.string(), z.string()]).nullable();
const point = z.object({
  /** When the last one was read, in ms. */
  at: z.number(),
  figures: z.array(pair).length(STORED_FIGURES.length),
});
export type Point = z.output<typeof point>;

/** The points of one stretch of time, by the number of their interval. */
export const chunk = z.record(z.string(), point);
export type Chunk = z.output<typeof chunk>;

/** At falling resolution. A chunk is written as a whole, and expires when its last point is over. */
export const GRAINS = [
  { name: '5m', stepMs: 5 * MINUTE_MS, chunkMs: 2 * HOUR_MS, keptMs: 2 * DAY_MS },
  { name: 'hour', stepMs: HOUR_MS, chunkMs: DAY_MS, keptMs: 30 * DAY_MS },
  { name: 'day', stepMs: DAY_MS, chunkMs: 25 * DAY_MS, keptMs: 400 * DAY_MS },
] as const;
export type Grain = (typeof GRAINS)[number];

/** Null where the pool gave none of the figures. */
export function pointOf(summary: Summary, at: number): Point | null {
  const figures = STORED_FIGURES.map((name) => digitsOf(summary[name]));
  if (figures.every((each) => each === null)) return null;
  return { at, figures: figures.map((each) => (each === null ? null : [each, each])) };
}

function digitsOf(value: Numeric | null | undefined): string | null {
  return isNumber(value) && String(value).length <= MAX_DIGITS ? exactDigits(value) : null;
}

/** More is no figure of a farm. */
const MAX_DIGITS = 60;

/** Two of one interval: the last is the later one's. */
export function merged(one: Point | undefined, other: Point): Point {
  if (one === undefined) return other;
  const [earlier, later] = one.at <= other.at ? [one, other] : [other, one];
  const figures = later.figures.map((last, index) => {
    const before = earlier.figures[index] ?? null;
    if (last === null || before === null) return last ?? before;
    return [last[0], lower(last[1], before[1])] satisfies [string, string];
  });
  return { at: later.at, figures };
}

function lower(one: string, other: string): string {
  const [first, second] = [toDecimal(one), toDecimal(other)];
  return first !== null && second?.lessThan(first) === true ? other : one;
}

export interface PointOfKey {
  readonly point: Point;
  /** When the key that read it was connected, in ms. */
  readonly since: number;
}

/** Replaces what a former key read in its interval, which may be of another workspace. */
export function withPoint(
  now: Chunk,
  { stepMs }: Grain,
  { point: added, since }: PointOfKey,
): Chunk {
  const name = String(Math.floor(added.at / stepMs));
  const before = now[name];
  const isFormer = before !== undefined && before.at < since;
  return { ...now, [name]: isFormer ? added : merged(before, added) };
}

export interface StoredReading {
  /** When it was read, in ms. */
  readonly at: number;
  /** The pool's digits. */
  readonly value: string;
  readonly lowest: string;
}

/** Oldest first; `from` in ms. */
export function readingsIn(points: Chunk, figure: StoredFigure, from: number): StoredReading[] {
  const index = STORED_FIGURES.indexOf(figure);
  return Object.values(points)
    .flatMap(({ at, figures }) => {
      const [value, lowest] = figures[index] ?? [];
      return at < from || value === undefined || lowest === undefined
        ? []
        : [{ at, value, lowest }];
    })
    .toSorted((one, other) => one.at - other.at);
}
