import { Temporal } from 'temporal-polyfill';

/** ISO 8601 in ms, UTC if no zone is given. `Date.parse` would read `job 5` as a day in May. */
export function parsePoolTimestamp(text: string): number | null {
  const [, day, time = 'T00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:([T ][\d:.,]+)(Z|[+-][\d:]+)?)?$/i.exec(text) ?? [];
  if (day === undefined) return null;
  try {
    return Temporal.Instant.from(`${day}${time}${zone}`).epochMilliseconds;
  } catch {
    return null;
  }
}
