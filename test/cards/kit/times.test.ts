import { expect, test } from 'vitest';
import { day, days, momentOf, utcDay } from '../../../src/cards/kit/times.js';
import { duration } from '../../../src/durations.js';

const now = Date.parse('2026-11-28T12:00:00Z');

test('a range of days is short, with the year only where it is another', () => {
  expect(days('2026-10-29', '2026-11-27', now)).toBe('29 Oct – 27 Nov');
  expect(days('2026-11-21', '2026-11-27', now)).toBe('21–27 Nov');
  expect(days('2025-09-21', '2025-09-27', now)).toBe('21–27 Sep 2025');
  expect(days('2025-12-22', '2026-01-20', now)).toBe('22 Dec 2025 – 20 Jan 2026');
  expect(days('2026-11-27', '2026-11-27', now)).toBe('27 Nov');
});

test('a date of the pool is shown short, and anything else as it came', () => {
  expect([day('2026-11-29T00:00:00Z'), day('5'), day(null)]).toEqual(['29 Nov', '5', '–']);
  expect([utcDay('2026-11-29T23:30:00-02:00'), utcDay('soon'), utcDay(undefined)]).toEqual([
    '2026-11-30',
    'soon',
    '–',
  ]);
  expect(days('N/A', '2026-11-27', now)).toBe('N/A – 2026-11-27');
  expect([momentOf('2026-11-29'), momentOf(5), momentOf('soon')]).toEqual([
    Date.parse('2026-11-29'),
    null,
    null,
  ]);
});

test('a length is in the largest whole unit', () => {
  expect([10, 120, 90, 1_440, 2_880].map(duration)).toEqual([
    '10 min',
    '2 h',
    '90 min',
    '1 day',
    '2 days',
  ]);
});
