import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { namedRange } from '../../../src/domain/time/named-ranges.js';
import { readTimeOfDay } from '../../../src/domain/time/time-of-day.js';
import { readTypedDay } from '../../../src/domain/time/typed-day.js';
import { readWaitingTime, waitingTimeText } from '../../../src/domain/time/duration-text.js';

test.each([
  ['8', '08:00'],
  ['8:00', '08:00'],
  [' 08.30 ', '08:30'],
  ['20h', '20:00'],
  ['8h15', '08:15'],
  ['8am', '08:00'],
  ['8 AM', '08:00'],
  ['8:30pm', '20:30'],
  ['8 p.m.', '20:00'],
  ['12am', '00:00'],
  ['12 pm', '12:00'],
  ['23:59', '23:59'],
  ['24', null],
  ['25:00', null],
  ['0am', null],
  ['13pm', null],
  ['8:60', null],
  ['8:5', null],
  ['noon', null],
  ['', null],
])('the time %j is %j', (typed, time) => {
  expect(readTimeOfDay(typed)).toBe(time);
});

test('every minute of the day is read as it is written', () => {
  const part = (most: number) => fc.integer({ min: 0, max: most });
  fc.assert(
    fc.property(part(23), part(59), (hour, minute) => {
      const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
      expect(readTimeOfDay(time)).toBe(time);
    }),
  );
});

const TODAY = '2026-11-22';

test.each([
  ['13 nov', '2026-11-13'],
  ['nov 13', '2026-11-13'],
  ['22 november', '2026-11-22'],
  ['23 nov', '2025-11-23'],
  ['1st dec', '2025-12-01'],
  ['december 1, 2024', '2024-12-01'],
  ['3. mar 2026', '2026-03-03'],
  ['29 feb', '2024-02-29'],
  ['31 feb', null],
  ['31 feb 2026', null],
  ['13 no', null],
  ['13 smarch', null],
  ['nov', null],
  ['13', null],
])('the day %j is %j', (typed, day) => {
  expect(readTypedDay(typed, TODAY)).toBe(day);
});

test('weeks begin on Monday', () => {
  expect(namedRange('this week', TODAY)).toEqual({ start: '2026-11-16', end: TODAY });
  expect(namedRange('last week', TODAY)).toEqual({ start: '2026-11-09', end: '2026-11-15' });
  expect(namedRange('last week', '2026-11-23')).toEqual({ start: '2026-11-16', end: TODAY });
});

test.each([
  ['30m', 30],
  [' 2H ', 120],
  ['1d', 1_440],
  ['90 minutes', 90],
  ['90min', 90],
  ['2 hours', 120],
  ['3 days', 4_320],
  ['1d 12h', 2_160],
  ['1h30m', 90],
  ['0m', 0],
  ['30', null],
  ['half an hour', null],
  ['-2h', null],
  ['1.5h', null],
  ['2w', null],
  ['1d or so', null],
  ['99999m', null],
  ['', null],
])('the wait %j is %j minutes', (typed, minutes) => {
  expect(readWaitingTime(typed)).toBe(minutes);
});

test('every wait is read as it is shown', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (minutes) => {
      expect(readWaitingTime(waitingTimeText(minutes))).toBe(minutes);
    }),
  );
  expect([15, 60, 1_440, 2_880, 1_530].map(waitingTimeText)).toEqual([
    '15 min',
    '1 h',
    '1 day',
    '2 days',
    '1 day 1 h 30 min',
  ]);
});
