import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { UserError } from '../src/errors.js';
import { timeZoneNamed, timeZonesLike } from '../src/time-zones.js';

function accepted(typed: string): string {
  try {
    return timeZoneNamed(typed);
  } catch (error) {
    if (error instanceof UserError) return error.sentence;
    throw error;
  }
}

describe('a time zone is taken as people write it', () => {
  test.each([
    ['UTC', 'UTC'],
    ['utc', 'UTC'],
    ['America/New York', 'America/New_York'],
    ['america/new_york', 'America/New_York'],
    ['America/Chicago ', 'America/Chicago'],
    ['Europe/Oslo\u200B', 'Europe/Oslo'],
    ['America/São Paulo', 'America/Sao_Paulo'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['Europe/Kiev', 'Europe/Kiev'],
    ['US/Central', 'America/Chicago'],
    ['Etc/UTC', 'UTC'],
  ])('%s', (typed, zone) => expect(accepted(typed)).toBe(zone));
});

describe('a name that means several zones, or none, is refused with what is meant', () => {
  test.each([
    ['CST', 'America/Chicago'],
    ['US Central', 'America/Chicago'],
    ['PST', 'America/Los_Angeles'],
    ['EST', 'America/New_York'],
    ['BST', 'Europe/London'],
    ['new york', 'America/New_York'],
  ])('%s', (typed, meant) =>
    expect(accepted(typed)).toBe(
      `\`timezone\`: \`${typed}\` isn’t a known time zone. Did you mean \`${meant}\`?`,
    ),
  );
  test.each(['GMT+5', 'Mars/Base', '', '/'])('%s', (typed) =>
    expect(accepted(typed)).toMatch(/isn’t a known time zone/),
  );
});

// `Intl` lists them under other names, which differ between versions.
test.each(['America/Argentina/Cordoba', 'Asia/Kathmandu', 'America/Nuuk', 'Atlantic/Faroe'])(
  'the present name %s is taken',
  (name) => expect(accepted(name)).not.toMatch(/isn’t a known time zone/),
);

// Each was accepted once and broke the server later.
test.each(
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST'.split(
    ' ',
  ),
)('the short name %s is refused', (name) => {
  expect(accepted(name)).toMatch(/isn’t a known time zone/);
});

test('every zone that is suggested works for Temporal and for Intl', () => {
  const now = Temporal.Instant.fromEpochMilliseconds(0);
  const suggested = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => timeZonesLike(letter));
  for (const zone of new Set(suggested.flat())) {
    expect(timeZoneNamed(zone)).toBe(zone);
    expect(() => now.toZonedDateTimeISO(zone)).not.toThrow();
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
  }
});

test.each([
  ['new york', 'America/New_York'],
  ['Los Angeles', 'America/Los_Angeles'],
  ['Buenos Aires', 'America/Argentina/Buenos_Aires'],
  ['são paulo', 'America/Sao_Paulo'],
  ['kyiv', 'Europe/Kyiv'],
  ['kiev', 'Europe/Kiev'],
  ['cst', 'America/Chicago'],
  ['central', 'America/Chicago'],
  ['St. Johns', 'America/St_Johns'],
  ['port au prince', 'America/Port-au-Prince'],
  ['us/eastern', 'America/New_York'],
])('%s finds its zone', (typed, zone) => {
  expect(timeZonesLike(typed)).toContain(zone);
});
