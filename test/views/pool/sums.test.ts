import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { revenueReportSchema } from '../../../src/pool-api/resources.js';
import { totalsOf } from '../../../src/views/pool/dev-fee.js';
import { newestOf } from '../../../src/views/derivatives/positions.js';
import { allocationSum } from '../../../src/views/pool/payment-settings.js';
import { revenueByDay } from '../../../src/views/pool/revenue.js';
import { decimalText, scaledBigInt } from '../../domain/support/decimals.js';

const revenueRow = fc.record({
  date_time: fc.constantFrom('2026-11-17T00:00:00Z', '2026-11-18', null),
  revenue_type: fc.constantFrom('MINING', 'REFERRAL', null),
  currency_type: fc.constantFrom('LTC', 'DOGE', null),
  revenue: fc.oneof(decimalText(), fc.constantFrom(null, 'n/a')),
});

describe('revenue by day', () => {
  test('is the exact sum of each day, type and currency, and drops no row', () => {
    fc.assert(
      fc.property(fc.array(revenueRow, { maxLength: 30 }), (rows) => {
        const days = revenueByDay(revenueReportSchema.parse({ revenue: rows }), 'BTC');
        const expected = new Map<string, bigint | null>();
        for (const { date_time, revenue_type, currency_type, revenue } of rows) {
          const key = [
            date_time?.slice(0, 10) ?? 'not given',
            revenue_type ?? 'type not given',
            currency_type ?? 'BTC',
          ].join();
          const before = expected.get(key) ?? null;
          const given = revenue !== null && revenue !== 'n/a';
          expected.set(key, given ? (before ?? 0n) + scaledBigInt(revenue, 60) : before);
        }
        const found = new Map(
          days.map(({ day, type, currency, total }) => [
            [day, type, currency].join(),
            total === null ? null : scaledBigInt(total, 60),
          ]),
        );
        expect(days).toHaveLength(expected.size);
        expect(found).toEqual(expected);
      }),
    );
  });
});

describe('developer fee', () => {
  const row = fc.record({
    subaccount: fc.constantFrom('a', 'b', null),
    devfee_revenue: fc.oneof(decimalText(), fc.constantFrom(null, 'n/a')),
    devfee_hashrate: fc.oneof(fc.nat().map(String), fc.constantFrom(null, 'n/a')),
  });

  test('is the exact sum of each subaccount, the largest first; none given is no zero', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
        const totals = totalsOf(rows);
        const names = new Set(rows.map(({ subaccount }) => subaccount ?? 'not given'));
        expect(new Set(totals.map(({ subaccount }) => subaccount))).toEqual(names);
        for (const { subaccount, fee, meanHashrate } of totals) {
          const own = rows.filter((each) => (each.subaccount ?? 'not given') === subaccount);
          const fees = own.flatMap(({ devfee_revenue: each }) =>
            each === null || each === 'n/a' ? [] : [each],
          );
          const rates = own.flatMap(({ devfee_hashrate: each }) =>
            each === null || each === 'n/a' ? [] : [Number(each)],
          );
          const exact = fees.reduce((total, each) => total + scaledBigInt(each, 60), 0n);
          expect(fee === null ? null : scaledBigInt(fee, 60)).toBe(
            fees.length === 0 ? null : exact,
          );
          if (rates.length === 0) expect(meanHashrate).toBeNull();
          else {
            const mean = rates.reduce((total, each) => total + each, 0) / rates.length;
            expect(Math.abs(Number(meanHashrate) - mean)).toBeLessThanOrEqual(0.51);
          }
        }
        const fees = totals.map(({ fee }) => scaledBigInt(fee ?? '0', 60));
        expect(fees).toEqual(fees.toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0)));
      }),
    );
  });
});

describe('allocations', () => {
  test.each([
    [[], 'not given'],
    [[null, undefined, 'n/a'], 'not given'],
    [[33.3, 33.3, 33.4], '100'],
    [['50', null], '50, without 1 of 2'],
  ])('%j add up to %s', (shares, text) => {
    expect(allocationSum(shares.map((revenue_allocation) => ({ revenue_allocation })))).toBe(text);
  });
});

describe('the newest position', () => {
  test('is found by date, wherever it stands', () => {
    const positions = ['2026-11-17', '2026-11-19', '2026-11-18', null].map((date) => ({ date }));
    expect(newestOf(positions)?.date).toBe('2026-11-19');
    expect(newestOf([])).toBeUndefined();
  });
});
