/** What a wall clock shows, according to Intl alone: our own calendar is checked against it. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-20 08:00` */
function wallAt(ms: number, zone: string): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(zone, format);
  return format.format(ms);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Null if a post for `wanted` (`2026-11-20 08:00`) went out at the right moment: at that time, or
 * in the first minute after a gap that swallowed it.
 */
export function wrongMoment(ms: number, wanted: string, zone: string): string | null {
  const shown = wallAt(ms, zone);
  if (shown === wanted) {
    // If there are two such moments, the first counts.
    for (let before = ms - 30 * MINUTE; before >= ms - 3 * HOUR; before -= 30 * MINUTE)
      if (wallAt(before, zone) === wanted) return `${shown} came twice, and this is the second`;
    return null;
  }
  const skipped = wallAt(ms - MINUTE, zone) < wanted && shown > wanted;
  return skipped ? null : `${shown} instead of ${wanted} in ${zone}`;
}
