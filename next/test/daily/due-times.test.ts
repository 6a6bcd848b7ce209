import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import {
  lastFinishedDay,
  localDate,
  newestDue,
  nextDue,
  nextPost,
  periodBefore,
  shift,
} from '../../src/daily/due-times.js';
import { timeTyped } from '../../src/daily/schedule.js';

const START = '2026-01-01';
const END = '2028-01-01';
const HOUR = 3_600_000;

/** Clocks that change at night, at midnight (Havana, Cairo), by 30 minutes, late in the evening, never. */
const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'America/Havana',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'America/Nuuk',
  'Pacific/Auckland',
  'Asia/Kolkata',
];
const TIMES = ['00:00', '00:30', '01:45', '02:30', '03:00', '08:00', '23:30'];

/** Days on which the clocks of a zone change. */
function changes(timeZone: string): string[] {
  const found: string[] = [];
  let moment = Temporal.PlainDate.from(START).toZonedDateTime(timeZone);
  for (;;) {
    const next = moment.getTimeZoneTransition('next');
    if (next === null || next.toPlainDate().toString() >= END) return found;
    found.push(next.toPlainDate().toString());
    moment = next;
  }
}

function at(date: string, time: string, timeZone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: time })
    .epochMilliseconds;
}

test.each(ZONES)('each local date around a change of the clocks has one post (%s)', (timeZone) => {
  const days = changes(timeZone);
  expect(days.length).toBe(timeZone === 'Asia/Kolkata' ? 0 : 4);
  for (const time of TIMES)
    for (const changed of days) {
      const schedule = { time, timeZone };
      let due = newestDue(schedule, at(shift(changed, -2), '23:59', timeZone));
      const dates = [due.date];
      while (due.date < shift(changed, 2)) {
        const next = nextDue(schedule, due.dueAt);
        expect(next.dueAt).toBeGreaterThan(due.dueAt);
        // Every moment until then belongs to the same post.
        expect(newestDue(schedule, next.dueAt - 1)).toEqual(due);
        due = next;
        dates.push(due.date);
      }
      expect(dates).toEqual([-2, -1, 0, 1, 2].map((days) => shift(changed, days)));
    }
});

test('a time that the clocks skip comes after the gap, one that they repeat the first time', () => {
  const schedule = { time: '02:30', timeZone: 'Europe/Berlin' };
  const utc = (date: string) => new Date(at(date, '02:30', schedule.timeZone)).toISOString();
  const due = (date: string) =>
    new Date(newestDue(schedule, Date.parse(utc(date)) + HOUR / 2).dueAt).toISOString();
  expect(due('2026-03-29')).toBe('2026-03-29T01:30:00.000Z');
  expect(due('2026-10-25')).toBe('2026-10-25T00:30:00.000Z');
});

test('a week’s post comes on Mondays, a month’s on the first', () => {
  const next = (every: 'day' | 'week' | 'month') => {
    const schedule = { every, time: '08:00', timeZone: 'UTC' };
    return nextPost(schedule, nextDue(schedule, Date.parse('2026-11-28T09:00Z')));
  };
  expect(next('day')).toEqual({ date: '2026-11-29', dueAt: Date.parse('2026-11-29T08:00Z') });
  expect(next('week')).toEqual({ date: '2026-11-30', dueAt: Date.parse('2026-11-30T08:00Z') });
  expect(next('month')).toEqual({ date: '2026-12-01', dueAt: Date.parse('2026-12-01T08:00Z') });
});

test('periods are whole weeks and months before the date', () => {
  expect(periodBefore('week', '2026-11-30')).toEqual({
    start: '2026-11-23',
    end: '2026-11-29',
    before: { start: '2026-11-16', end: '2026-11-22' },
  });
  expect(periodBefore('week', '2026-12-02')).toEqual(periodBefore('week', '2026-11-30'));
  expect(periodBefore('month', '2027-03-01')).toEqual({
    start: '2027-02-01',
    end: '2027-02-28',
    before: { start: '2027-01-01', end: '2027-01-31' },
  });
});

test('a day of the pool is finished when it is over in UTC and here', () => {
  const last = (moment: string, zone: string) =>
    lastFinishedDay(localDate(Date.parse(moment), zone), Date.parse(moment));
  expect(last('2026-11-30T08:00Z', 'UTC')).toBe('2026-11-29');
  expect(last('2026-11-29T19:00Z', 'Pacific/Auckland')).toBe('2026-11-28');
  expect(last('2026-12-01T02:00Z', 'America/Los_Angeles')).toBe('2026-11-29');
});

test.each([
  ['8', '08:00'],
  ['8am', '08:00'],
  ['8:30 PM', '20:30'],
  ['20.30', '20:30'],
  ['7h', '07:00'],
  ['12 am', '00:00'],
  ['12pm', '12:00'],
  ['24:00', null],
  ['13pm', null],
  ['8:75', null],
  ['soon', null],
  ['', null],
])('a time typed as "%s" is %s', (typed, time) => {
  expect(timeTyped(typed)).toBe(time);
});
