import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { lastFinishedDay, newestDue, nextDue, periodBefore } from '../../src/daily/due-times.js';
import { localDate, shift } from '../../src/days.js';

/** Clocks that change at night, at midnight (Havana, Cairo), by 30 minutes, late in the evening, never. */
const ZONES = [
  'Europe/Berlin',
  'America/Havana',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'America/Nuuk',
  'Asia/Kolkata',
];
const TIMES = ['00:00', '00:30', '01:45', '02:30', '03:00', '08:00', '23:30'];
const every = 'day';

/** Days of two years on which the clocks of a zone change. */
function changes(timeZone: string): string[] {
  const found: string[] = [];
  let moment = Temporal.PlainDate.from('2026-01-01').toZonedDateTime(timeZone);
  for (;;) {
    const next = moment.getTimeZoneTransition('next');
    if (next === null || next.year >= 2028) return found;
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
      const schedule = { time, timeZone, every } as const;
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
  const schedule = { time: '02:30', timeZone: 'Europe/Berlin', every } as const;
  const due = (date: string) =>
    new Date(newestDue(schedule, at(date, '04:00', schedule.timeZone)).dueAt).toISOString();
  expect(due('2026-03-29')).toBe('2026-03-29T01:30:00.000Z');
  expect(due('2026-10-25')).toBe('2026-10-25T00:30:00.000Z');
});

test.each([
  ['day', '2026-11-29'],
  ['week', '2026-11-30'],
  ['month', '2026-12-01'],
] as const)('after a Saturday the next post of a %s comes on %s', (every, date) => {
  const schedule = { every, time: '08:00', timeZone: 'UTC' };
  const next = nextDue(schedule, Date.parse('2026-11-28T09:00Z'));
  expect(next).toEqual({ date, dueAt: Date.parse(`${date}T08:00Z`) });
});

test('periods are whole weeks and months before the date', () => {
  expect(periodBefore('week', '2026-12-02')).toEqual({
    start: '2026-11-23',
    end: '2026-11-29',
    before: { start: '2026-11-16', end: '2026-11-22' },
  });
  expect(periodBefore('month', '2027-03-01')).toEqual({
    start: '2027-02-01',
    end: '2027-02-28',
    before: { start: '2027-01-01', end: '2027-01-31' },
  });
});

test('a day of the pool is finished when it is over in UTC too', () => {
  const last = (moment: string, zone: string) =>
    lastFinishedDay(localDate(Date.parse(moment), zone), Date.parse(moment));
  expect(last('2026-11-29T19:00Z', 'Pacific/Auckland')).toBe('2026-11-28');
  expect(last('2026-12-01T02:00Z', 'America/Los_Angeles')).toBe('2026-11-29');
});
