/** Calendar days in UTC, `YYYY-MM-DD`. */

const dayMs = 86_400_000;

/** By the days since the epoch, and back: each figure of a workspace asks for some. */
const names = new Map<number, string>();
const starts = new Map<string, number>();

export function dayOf(ms: number): string {
  const count = Math.floor(ms / dayMs);
  const known = names.get(count);
  if (known !== undefined) return known;
  const day = new Date(ms).toISOString().slice(0, 10);
  names.set(count, day);
  starts.set(day, count * dayMs);
  return day;
}

export function startOf(day: string): number {
  return starts.get(day) ?? Date.parse(`${day}T00:00:00Z`);
}

export function addDays(day: string, days: number): string {
  return dayOf(startOf(day) + days * dayMs);
}

/** Negative when `to` lies before `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((startOf(to) - startOf(from)) / dayMs);
}

/** Both days included; none when `to` lies before `from`. */
export function eachDay(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) =>
    addDays(from, index),
  );
}

/** The later and the earlier of two days: their text sorts as they do. */
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
