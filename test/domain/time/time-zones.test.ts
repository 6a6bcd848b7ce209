import { describe, expect, test } from 'vitest';
import { isTimeZone, TIME_ZONES } from '../../../src/domain/time/time-zones.js';

describe('time zones', () => {
  test('are listed once, UTC first, and every one is taken', () => {
    expect(TIME_ZONES[0]).toBe('UTC');
    expect(new Set(TIME_ZONES).size).toBe(TIME_ZONES.length);
    expect(TIME_ZONES.filter((zone) => !isTimeZone(zone))).toEqual([]);
    expect(TIME_ZONES.length).toBeGreaterThan(300);
  });

  test.each(['US/Central', 'europe/oslo', 'Etc/GMT+5', 'UTC'])('%s is one', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  test.each(['', ' ', '+05:00', '-0300', 'Mars/Base', 'Europe', 'Europe/Oslo ', 'UTC+2', 'Oslo'])(
    '%j is none',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );
});
