import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timestamp, poolTime, poolTimeWithAge } from '../../../src/views/kit/times.js';
import { hostile } from '../support/hostile.js';
import { markdownIn } from '../support/markdown.js';

const MOMENT = Date.UTC(2026, 10, 20, 14, 30);

describe('the pool’s times', () => {
  test.each([
    '2026-11-20T14:30:00Z',
    '2026-11-20T14:30:00.000Z',
    '2026-11-20T14:30:00.000000123Z',
    '2026-11-20T14:30Z',
    '2026-11-20t14:30:00z',
    '2026-11-20 14:30:00',
    '2026-11-20T14:30:00',
    '2026-11-20T16:30:00+02:00',
    '2026-11-20T06:30:00-0800',
  ])('%s', (text) => {
    expect(poolTime(text)).toBe(`<t:${MOMENT / 1000}:f>`);
  });

  test('a day alone begins at midnight UTC', () => {
    expect(poolTime('2026-11-20', 'D')).toBe(`<t:${Date.UTC(2026, 10, 20) / 1000}:D>`);
  });

  test.each([
    ['job 5', 'job 5'],
    ['12', '12'],
    ['1763649000', '1763649000'],
    ['2026-02-30T00:00:00Z', String.raw`2026\-02\-30T00\:00\:00Z`],
    ['2026-13-01', String.raw`2026\-13\-01`],
    ['2026-11-20T25:00:00Z', String.raw`2026\-11\-20T25\:00\:00Z`],
    // What some systems send for "never".
    ['0001-01-01T00:00:00Z', String.raw`0001\-01\-01T00\:00\:00Z`],
    ['soon', 'soon'],
  ])('%j is no time and stands as it came', (text, shown) => {
    expect(poolTime(text)).toBe(shown);
    expect(poolTimeWithAge(text)).toBe(shown);
  });

  test.each([null, undefined, ''])('%j was not given', (text) => {
    expect([poolTime(text), poolTimeWithAge(text)]).toEqual(['not given', 'not given']);
  });

  test('every moment comes back', () => {
    const date = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2200-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (moment) => {
        expect(poolTime(moment.toISOString())).toBe(timestamp(moment.getTime()));
      }),
    );
  });

  test('no text does harm', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(markdownIn(poolTimeWithAge(text))).toEqual([]);
      }),
    );
  });
});
