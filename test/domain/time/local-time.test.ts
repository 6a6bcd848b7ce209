import { Cron } from 'croner';
import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { dateAfter, toInstant, localDateOf } from '../../../src/domain/time/local-time.js';
import { TIME_ZONES } from '../../../src/domain/time/time-zones.js';

/** As a wall clock there shows it. */
function local(date: string, time: string, zone: string): string | null {
  const instant = toInstant(date, time, zone);
  if (instant === null) return null;
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return `${format.format(instant)} = ${new Date(instant).toISOString().slice(0, 16)}Z`;
}

describe('a local time on a date', () => {
  test('is that time on an ordinary day', () => {
    expect(local('2026-11-20', '08:00', 'America/New_York')).toBe(
      '2026-11-20 08:00 = 2026-11-20T13:00Z',
    );
  });

  test.each([
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08 03:00 = 2026-03-08T07:00Z'],
    ['2026-04-24', '00:30', 'Africa/Cairo', '2026-04-24 01:00 = 2026-04-23T22:00Z'],
    ['2026-03-08', '00:30', 'America/Havana', '2026-03-08 01:00 = 2026-03-08T05:00Z'],
    ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-04 02:30 = 2026-10-03T15:30Z'],
    ['2026-03-22', '02:30', 'Africa/Casablanca', '2026-03-22 03:00 = 2026-03-22T02:00Z'],
    ['2026-03-28', '23:30', 'America/Nuuk', '2026-03-29 00:00 = 2026-03-29T01:00Z'],
  ])('runs at the next moment that exists: %s %s %s', (...each) => {
    const [date, time, zone, expected] = each;
    expect(local(date, time, zone)).toBe(expected);
  });

  test.each([
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01 01:30 = 2026-11-01T05:30Z'],
    ['2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-05 01:45 = 2026-04-04T14:45Z'],
    ['2026-11-01', '00:30', 'America/Havana', '2026-11-01 00:30 = 2026-11-01T04:30Z'],
  ])('runs at the first of two: %s %s %s', (...each) => {
    const [date, time, zone, expected] = each;
    expect(local(date, time, zone)).toBe(expected);
  });

  test('is none on a date that the zone left out', () => {
    expect(toInstant('2011-12-30', '08:00', 'Pacific/Apia')).toBeNull();
    expect(local('2011-12-31', '08:00', 'Pacific/Apia')).toBe(
      '2011-12-31 08:00 = 2011-12-30T18:00Z',
    );
  });

  test('is what croner says, two years long, where croner drops no day', () => {
    const zones = ['America/New_York', 'Africa/Cairo', 'America/Havana', 'Australia/Lord_Howe'];
    const differing: string[] = [];
    for (const zone of zones) {
      const cron = new Cron('30 2 * * *', { timezone: zone, paused: true });
      for (let days = 0; days < 730; days++) {
        const date = dateAfter('2026-01-01', days);
        const midnight = toInstant(date, '00:00', zone) ?? 0;
        const said = cron.nextRun(new Date(midnight - 1_000))?.getTime();
        if (said !== toInstant(date, '02:30', zone)) differing.push(`${zone} ${date}`);
      }
    }
    expect(differing).toEqual([]);
  });

  test('tells the date there', () => {
    const moment = Date.parse('2026-11-20T11:30Z');
    expect(localDateOf(moment, 'Pacific/Apia')).toBe('2026-11-21');
    expect(localDateOf(moment, 'America/New_York')).toBe('2026-11-20');
  });
});

describe('the date of a moment', () => {
  const QUARTER_MS = 900_000;
  const shownBy = (zone: string) => new Intl.DateTimeFormat('sv', { timeZone: zone });

  test('is the same whichever moments near it were asked for before', () => {
    const around = fc.array(fc.integer({ min: -2 * QUARTER_MS, max: 2 * QUARTER_MS }), {
      minLength: 2,
      maxLength: 6,
    });
    const moments = fc.record({
      zone: fc.constantFrom(...TIME_ZONES),
      moment: fc.integer({ min: Date.UTC(2000), max: Date.UTC(2040) }),
      isNearMidnight: fc.boolean(),
      offsets: around,
    });
    fc.assert(
      fc.property(moments, ({ zone, moment, isNearMidnight, offsets }) => {
        const format = shownBy(zone);
        const midnight = toInstant(format.format(moment), '00:00', zone);
        const from = isNearMidnight ? (midnight ?? moment) : moment;
        for (const offset of offsets)
          expect(localDateOf(from + offset, zone)).toBe(format.format(from + offset));
      }),
      { numRuns: 500 },
    );
  });

  test('changes at whole quarters of an hour alone, from 2020 on, in every zone', () => {
    const odd: string[] = [];
    for (const zone of TIME_ZONES) {
      const start = Temporal.Instant.fromEpochMilliseconds(Date.UTC(2020, 0));
      let at: Temporal.ZonedDateTime | null = start.toZonedDateTimeISO(zone);
      while (at !== null && at.year < 2030) {
        const before = at.subtract({ milliseconds: 1 });
        const isSameDate = before.toPlainDate().equals(at.toPlainDate());
        const isOdd = at.epochMilliseconds % QUARTER_MS !== 0 && !isSameDate;
        if (isOdd || (at.offsetNanoseconds / 1e6) % QUARTER_MS !== 0) odd.push(at.toString());
        at = at.getTimeZoneTransition('next');
      }
    }
    expect(odd).toEqual([]);
  });
});
