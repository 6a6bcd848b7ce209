import { UserError } from './errors.js';
import { code, oneLine } from './text.js';

/** Short names mean several zones; the one most people mean is suggested. */
const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  'America/Chicago': ['cst', 'cdt', 'us_central'],
  'America/New_York': ['est', 'edt', 'us_eastern'],
  'America/Denver': ['mst', 'mdt', 'us_mountain'],
  'America/Los_Angeles': ['pst', 'pdt', 'us_pacific'],
  'Europe/London': ['bst'],
  'Europe/Berlin': ['cet', 'cest'],
  'Europe/Moscow': ['msk'],
  'Asia/Kolkata': ['ist'],
  'Asia/Tokyo': ['jst'],
};

/**
 * With a city: `Intl` and Temporal disagree about short names such as `CST`, and some lack summer
 * time. `Intl` accepts newer names too, but lists each city under its older one.
 */
const ZONES = [
  'UTC',
  'Europe/Kyiv',
  'Asia/Kolkata',
  'Asia/Ho_Chi_Minh',
  'America/Argentina/Buenos_Aires',
  ...Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/')),
];

/** An IANA zone that both `Intl` and Temporal take. @throws UserError */
export function timeZoneNamed(typed: string): string {
  const wanted = folded(typed);
  const known = ZONES.find((name) => folded(name) === wanted) ?? otherZone(oneLine(typed));
  if (known !== undefined) return known;
  const [meant] = timeZonesLike(typed);
  throw new UserError(
    'Check the time zone',
    `\`timezone\`: ${code(typed, 40)} isn’t a known time zone. ` +
      (meant === undefined ? 'Use UTC or Europe/Oslo.' : `Did you mean ${code(meant)}?`),
  );
}

/** Another name of a city that `Intl` lists, such as `Asia/Kathmandu`. */
function otherZone(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return name.includes('/') && ZONES.includes(timeZone) ? timeZone : undefined;
  } catch {
    return undefined;
  }
}

/** The zones that may be meant, the likeliest first. */
export function timeZonesLike(typed: string): string[] {
  const wanted = folded(typed);
  const isMeant = (short: string) => short === wanted || short === `us_${wanted}`;
  const meant = ZONES.filter((name) => SHORT_NAMES[name]?.some(isMeant));
  const found = ZONES.filter((name) => folded(name).includes(wanted));
  return [...meant, ...found];
}

/** Ignores case, accents, and which sign stands between the words. */
function folded(name: string): string {
  return oneLine(name)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ _/.-]+/g, '_')
    .toLowerCase();
}
