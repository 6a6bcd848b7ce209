import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysIn, eachDay, MAX_DAYS, readDateRange } from '../../../src/domain/time/date-range.js';
import { usualRanges } from '../../../src/domain/time/named-ranges.js';

const NOON = { now: Date.parse('2026-11-20T12:00:00Z'), zone: 'UTC' };

function read(from?: string, to?: string, moment = NOON) {
  const range = readDateRange({ from, to }, moment);
  return 'kind' in range
    ? range.kind
    : `${range.start} ${range.end}${range.clamped ? ' clamped' : ''}`;
}

describe('readDateRange', () => {
  test.each([
    [undefined, undefined, '2026-10-21 2026-11-19'],
    ['', '  ', '2026-10-21 2026-11-19'],
    ['yesterday', undefined, '2026-11-19 2026-11-19'],
    ['today', undefined, '2026-11-20 2026-11-20'],
    ['last 7 days', undefined, '2026-11-13 2026-11-19'],
    [' Last  30 Days ', undefined, '2026-10-21 2026-11-19'],
    ['last 1 day', undefined, '2026-11-19 2026-11-19'],
    ['this month', undefined, '2026-11-01 2026-11-20'],
    ['last month', undefined, '2026-10-01 2026-10-31'],
    ['this year', undefined, '2026-01-01 2026-11-20'],
    ['last year', undefined, '2025-01-01 2025-12-31'],
    ['2026-11-01', undefined, '2026-11-01 2026-11-20'],
    ['2026-11-01', '2026-11-10', '2026-11-01 2026-11-10'],
    ['2024-02-29', '2024-02-29', '2024-02-29 2024-02-29'],
    ['last month', '2026-11-10', '2026-10-01 2026-11-10'],
    ['2026-09-15', 'last month', '2026-09-15 2026-10-31'],
    [undefined, '2026-11-10', '2026-10-12 2026-11-10'],
    ['2026-11-01', '2026-12-24', '2026-11-01 2026-11-20 clamped'],
    [undefined, '2027-01-01', '2026-10-22 2026-11-20 clamped'],
    ['2025-11-20', '2026-11-20', '2025-11-20 2026-11-20'],
  ])('from %j to %j is %s', (from, to, expected) => {
    expect(read(from, to)).toBe(expected);
  });

  test.each([
    ['2026-02-30', undefined, 'no-such-day'],
    ['2025-02-29', undefined, 'no-such-day'],
    ['2026-13-01', undefined, 'no-such-day'],
    ['2026-00-10', undefined, 'no-such-day'],
    [undefined, '2026-11-31', 'no-such-day'],
    ['20.11.2026', undefined, 'unreadable'],
    ['2026-11-1', undefined, 'unreadable'],
    ['2026-11-01T00:00:00Z', undefined, 'unreadable'],
    ['+002026-11-01', undefined, 'unreadable'],
    ['last 0 days', undefined, 'unreadable'],
    ['last 1e3 days', undefined, 'unreadable'],
    ['constructor', undefined, 'unreadable'],
    ['0226-11-01', undefined, 'too-early'],
    ['2026-11-21', undefined, 'future'],
    ['2026-12-10', '2026-12-01', 'future'],
    ['2026-11-19', '2026-11-18', 'reversed'],
    ['yesterday', 'last month', 'reversed'],
    ['2025-11-19', undefined, 'too-long'],
    ['last 367 days', undefined, 'too-long'],
  ])('from %j to %j is refused: %s', (from, to, expected) => {
    expect(read(from, to)).toBe(expected);
  });

  test('counts names from the guild’s day, but never past the UTC day', () => {
    const auckland = { now: Date.parse('2026-11-30T16:00:00Z'), zone: 'Pacific/Auckland' };
    expect(read('today', undefined, auckland)).toBe('2026-11-30 2026-11-30');
    expect(read('yesterday', undefined, auckland)).toBe('2026-11-29 2026-11-29');
    expect(read('this month', undefined, auckland)).toBe('2026-11-01 2026-11-30');
    expect(read('2026-11-01', '2026-12-01', auckland)).toBe('2026-11-01 2026-11-30 clamped');

    const losAngeles = { now: Date.parse('2026-11-21T01:00:00Z'), zone: 'America/Los_Angeles' };
    expect(read('today', undefined, losAngeles)).toBe('2026-11-20 2026-11-20');
    expect(read('yesterday', undefined, losAngeles)).toBe('2026-11-19 2026-11-19');
    expect(read('2026-11-21', undefined, losAngeles)).toBe('2026-11-21 2026-11-21');
  });

  test('gives nothing that the pool would refuse, whatever is typed', () => {
    const part = fc.oneof(
      fc.constant(undefined),
      fc.string({ maxLength: 12 }),
      fc
        .date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
      fc.constantFrom(...usualRanges(NOON).map(({ name }) => name)),
      fc.integer({ min: -1, max: 999 }).map((days) => `last ${days} days`),
    );
    const zone = fc.constantFrom(
      'UTC',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'Asia/Kathmandu',
    );
    const now = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2032-01-01') });
    fc.assert(
      fc.property(part, part, fc.record({ now, zone }), (from, to, moment) => {
        const range = readDateRange({ from, to }, moment);
        if ('kind' in range) return;
        expect(range.start <= range.end).toBe(true);
        expect(range.end <= new Date(moment.now).toISOString().slice(0, 10)).toBe(true);
        expect(daysIn(range)).toBeLessThanOrEqual(MAX_DAYS);
        expect(eachDay(range)).toHaveLength(daysIn(range));
      }),
      { numRuns: 500 },
    );
  });

  test('reads its own suggestions back as the days they show', () => {
    for (const { name, start, end } of usualRanges(NOON)) {
      expect(readDateRange({ from: name }, NOON)).toEqual({ start, end, clamped: false });
    }
  });
});
