import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rangeChoices, rangeOf } from '../../../src/cards/kit/typed-dates.js';
import { DEFAULT_SETTINGS } from '../../../src/guilds/settings.js';
import { UserError } from '../../../src/errors.js';
import { NOW } from '../../support/reading-context.js';

// Saturday, 28 November 2026, noon in UTC.
const here = (timeZone = 'UTC', now = NOW) => ({
  clock: { now: () => now },
  settings: { ...DEFAULT_SETTINGS, timeZone },
});
const range = (from?: string, to?: string, moment = here()) =>
  Object.values(rangeOf({ from, to }, moment)).join(' ');

function refusal(from?: string, to?: string): string {
  try {
    return range(from, to);
  } catch (error) {
    if (error instanceof UserError) return `${error.title} | ${error.sentence}`;
    throw error;
  }
}

describe('a range of days is what people mean by', () => {
  test.each([
    [undefined, undefined, '2026-10-29 2026-11-27'],
    ['yesterday', undefined, '2026-11-27 2026-11-27'],
    ['today', undefined, '2026-11-28 2026-11-28'],
    ['Last  7 Days', undefined, '2026-11-21 2026-11-27'],
    ['last 14 days', undefined, '2026-11-14 2026-11-27'],
    ['last 90 days', undefined, '2026-08-30 2026-11-27'],
    ['last week', undefined, '2026-11-16 2026-11-22'],
    ['this week', undefined, '2026-11-23 2026-11-28'],
    ['this month', undefined, '2026-11-01 2026-11-28'],
    ['last month', undefined, '2026-10-01 2026-10-31'],
    ['2026-11-01', undefined, '2026-11-01 2026-11-28'],
    ['1 nov', undefined, '2026-11-01 2026-11-28'],
    ['13 November 2025', '20 nov 2025', '2025-11-13 2025-11-20'],
    ['13 dec', '20 dec', '2025-12-13 2025-12-20'],
    [' 1 nov\u200B', '3 Nov', '2026-11-01 2026-11-03'],
    ['last week', 'yesterday', '2026-11-16 2026-11-27'],
    // As cards print them.
    ['21–27 Nov', undefined, '2026-11-21 2026-11-27'],
    ['29 Oct – 27 Nov', undefined, '2026-10-29 2026-11-27'],
    ['21–27 Nov 2025', undefined, '2025-11-21 2025-11-27'],
    ['2026-11-21 – 2026-11-27', undefined, '2026-11-21 2026-11-27'],
    [undefined, '10 nov', '2026-10-12 2026-11-10'],
    ['20 nov', '2026-12-31', '2026-11-20 2026-11-28'],
  ])('from %s to %s', (from, to, expected) => expect(range(from, to)).toBe(expected));
});

describe('a date that cannot be meant is refused with what is accepted', () => {
  test.each([
    [
      '2026-13-45',
      undefined,
      '`from`: `2026-13-45` isn’t a date. Use 2026-11-01, 1 nov or last week.',
    ],
    ['1 nov', '31 feb', '`to`: `31 feb` isn’t a date. Use 2026-11-01, 1 nov or last week.'],
    ['2026-12-03', undefined, '`from`: 3 Dec hasn’t begun.'],
    ['20 nov', '10 nov', '`from`: 20 Nov is after 10 Nov.'],
    ['2024-01-01', undefined, '`from`: at most 366 days at once.'],
  ])('from %s to %s', (from, to, sentence) =>
    expect(refusal(from, to)).toBe(`Check the date | ${sentence}`),
  );
});

test('today is the server’s day, but none that has not begun in UTC', () => {
  const evening = Date.parse('2026-11-28T03:00:00Z');
  expect(range('today', undefined, here('America/Chicago', evening))).toBe('2026-11-27 2026-11-27');
  const night = Date.parse('2026-11-28T23:30:00Z');
  expect(range('today', undefined, here('Asia/Tokyo', night))).toBe('2026-11-28 2026-11-28');
});

test('a day that has begun in the server alone is not taken for one of last year', () => {
  const night = here('Asia/Tokyo', Date.parse('2026-11-28T23:30:00Z'));
  expect(() => range('29 nov', undefined, night)).toThrow('29 Nov hasn’t begun.');
});

test('no range ends after today in UTC or before it begins', () => {
  const zone = fc.constantFrom('UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago');
  const typed = fc.constantFrom(undefined, 'today', 'last week', '27 nov', 'this month');
  fc.assert(
    fc.property(zone, fc.integer({ min: 0, max: 86_399 }), typed, (timeZone, second, from) => {
      const now = Date.parse('2026-11-28T00:00:00Z') + second * 1000;
      const { start, end } = rangeOf({ from }, here(timeZone, now));
      expect(start <= end && end <= '2026-11-28').toBe(true);
    }),
  );
});

test('ranges are suggested by name with their days', () => {
  expect(rangeChoices('week', here())).toEqual([
    { label: 'last week · 16–22 Nov', value: 'last week' },
    { label: 'this week · 23–28 Nov', value: 'this week' },
  ]);
  expect(rangeChoices('3 nov', here())).toContainEqual({ label: '3 nov', value: '3 nov' });
});
