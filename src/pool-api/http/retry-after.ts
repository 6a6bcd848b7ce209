import { SECOND_MS } from '../../domain/time/units.js';

/**
 * `Retry-After`, in seconds or as an HTTP date, as milliseconds from `now`; undefined if it is
 * absent or neither.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * SECOND_MS;
  // Date.parse alone would also take "2" as a year.
  if (!/^[a-z]{3,9},? /i.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
