import { Temporal } from 'temporal-polyfill';
import { code, oneLine } from '../../src/cards/kit/text.js';
import { UserError } from '../../src/errors.js';
import type { Choice } from '../../src/discord/reply.js';
import { choices } from './options.js';

/** Short names mean several zones; the one most people mean is suggested. */
const MEANT: Readonly<Record<string, string>> = {
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  est: 'America/New_York',
  edt: 'America/New_York',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  ast: 'America/Halifax',
  nst: 'America/St_Johns',
  hst: 'Pacific/Honolulu',
  bst: 'Europe/London',
  cet: 'Europe/Berlin',
  cest: 'Europe/Berlin',
  eet: 'Europe/Helsinki',
  wet: 'Europe/Lisbon',
  msk: 'Europe/Moscow',
  ist: 'Asia/Kolkata',
  jst: 'Asia/Tokyo',
};

/** `Intl` accepts these too, but lists each under its older name, such as `Europe/Kiev`. */
const NEWER_NAMES = [
  'Europe/Kyiv',
  'Asia/Kolkata',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Yangon',
  'America/Argentina/Buenos_Aires',
  'America/Nuuk',
];

/** `Intl` and Temporal disagree about short names such as `CST`, and some lack summer time. */
const ZONES = [
  ...new Set([
    'UTC',
    ...NEWER_NAMES,
    ...Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/')),
  ]),
];

/** An IANA zone that both `Intl` and Temporal take. @throws UserError */
export function timeZoneNamed(typed: string): string {
  const wanted = folded(typed);
  const known = ZONES.find((name) => folded(name) === wanted);
  if (known !== undefined) return known;
  const canonical = wanted.includes('/') ? canonicalZone(wanted) : null;
  if (canonical !== null) return canonical;
  const meant = MEANT[wanted] ?? suggestTimeZones(typed)[0]?.value;
  throw new UserError(
    'Check the time zone',
    `\`timezone\`: ${code(typed, 40)} isn’t a known time zone. ` +
      (meant === undefined ? 'Use UTC or Europe/Oslo.' : `Did you mean ${code(meant)}?`),
  );
}

export function suggestTimeZones(typed: string): Choice[] {
  const wanted = folded(typed);
  const meant = MEANT[wanted];
  if (meant !== undefined) return choices([meant], '');
  return choices(
    ZONES.filter((name) => folded(name).includes(wanted)),
    '',
  );
}

/** Case, accents, and whether a space or an underscore was typed make no difference. */
function folded(name: string): string {
  return oneLine(name)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ _]+/g, '_')
    .toLowerCase();
}

/** `America/Chicago` of an older name such as `us/central`. */
function canonicalZone(name: string): string | null {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone).timeZoneId;
  } catch {
    return null;
  }
}
