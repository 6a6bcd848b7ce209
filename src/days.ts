import { DAY } from './clock.js';

/** Days as the pool writes them: `YYYY-MM-DD`. */

export function utcDate(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Uses `Intl`, because `/summary` calls it too and Temporal takes ten times as long. */
export function localDate(at: number, timeZone: string): string {
  // Swedes write dates as ISO does.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv', { timeZone });
  formats.set(timeZone, format);
  return format.format(at);
}

export function shift(date: string, days: number): string {
  return utcDate(Date.parse(date) + days * DAY);
}

/** From `start` to `end`, both included. */
export function eachDay(start: string, end: string): string[] {
  const found = [];
  for (let date = start; date <= end; date = shift(date, 1)) found.push(date);
  return found;
}
