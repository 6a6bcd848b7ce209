import { DAY_MS } from '../../../src/domain/time/units.js';

/** Calendar days in UTC, `YYYY-MM-DD`. */

/**
 * Days since the epoch to names and back, cached because every figure of a workspace needs some.
 */
const names = new Map<number, string>();
const starts = new Map<string, number>();

export function dayOf(ms: number): string {
  const count = Math.floor(ms / DAY_MS);
  const known = names.get(count);
  if (known !== undefined) return known;
  const day = new Date(ms).toISOString().slice(0, 10);
  names.set(count, day);
  starts.set(day, count * DAY_MS);
  return day;
}

export function startOf(day: string): number {
  return starts.get(day) ?? Date.parse(`${day}T00:00:00Z`);
}

export function addDays(day: string, days: number): string {
  return dayOf(startOf(day) + days * DAY_MS);
}

/** Negative if `to` is before `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((startOf(to) - startOf(from)) / DAY_MS);
}

/** Both days included; none if `to` is before `from`. */
export function eachDay(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) =>
    addDays(from, index),
  );
}

/** Later and earlier of two days: they sort as text. */
export function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

export function earlierOf(one: string, other: string): string {
  return one < other ? one : other;
}

/** `2026-11-20T13:00:00Z`: whole seconds, as the pool writes them. */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
