import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare } from '../../../src/alerts/watch/measure/compare.js';
import { measureTemperature } from '../../../src/alerts/watch/measure/max-temperature.js';
import { measureCount } from '../../../src/alerts/watch/measure/miner-counts.js';
import { measureAvailableMargin } from '../../../src/alerts/watch/measure/available-margin.js';
import { measureRevenue, revenueRange } from '../../../src/alerts/watch/measure/revenue.js';
import {
  measureActiveMiners,
  measureEfficiency,
  measureHashrate,
} from '../../../src/alerts/watch/measure/summary.js';
import { dateAfter } from '../../../src/domain/time/local-time.js';
import { revenueReportSchema } from '../../../src/pool-api/resources.js';
import { aSummary } from '../fakes/fake-pool.js';
import { aRule } from '../fakes/watch-harness.js';

const NOW = Date.UTC(2026, 5, 10, 8);
const answer = (change: Readonly<Record<string, unknown>> = {}, refused: string[] = []) => ({
  value: aSummary(change),
  readAt: NOW,
  refusedSubaccounts: refused,
});
const verdict = (reading: { readonly verdict: string } | null | undefined) =>
  reading?.verdict ?? reading;

describe('a figure against its threshold', () => {
  test.each([
    ['799', 'breached'],
    ['800', 'near'],
    ['839.99', 'near'],
    ['840', 'clear'],
  ])('%s H/s of a day of 1000 is %s', (hashrate_5m, expected) => {
    expect(verdict(measureHashrate(aRule('hashrate'), answer({ hashrate_5m })))).toBe(expected);
  });

  test('a margin of the rule takes the place of 5 %', () => {
    const rule = aRule('hashrate', { margin: '15' });
    expect(verdict(measureHashrate(rule, answer({ hashrate_5m: '949' })))).toBe('near');
    expect(verdict(measureHashrate(rule, answer({ hashrate_5m: '950' })))).toBe('clear');
  });

  test.each([
    [10, 'breached'],
    [9.6, 'near'],
    [9.5, 'clear'],
  ])('%s of at least 10 is %s', (count, expected) => {
    const rule = aRule('offline-miners');
    expect(verdict(compare(rule, { at: NOW, value: count }))).toBe(expected);
  });

  test('every digit counts', () => {
    const rule = aRule('hashrate', { threshold: { unit: 'hashrate', value: '9007199254740993' } });
    const reading = measureHashrate(rule, answer({ hashrate_5m: '9007199254740992' }));
    expect(reading).toMatchObject({ verdict: 'breached', value: '9007199254740992' });
  });

  test('a lower figure is never judged better', () => {
    const order = ['breached', 'near', 'clear'];
    const digits = fc.bigInt({ min: 0n, max: 10n ** 25n }).map(String);
    fc.assert(
      fc.property(digits, digits, digits, (one, other, hashrate_24h) => {
        const [low, high] = BigInt(one) < BigInt(other) ? [one, other] : [other, one];
        const place = (hashrate_5m: string) =>
          order.indexOf(
            measureHashrate(aRule('hashrate'), answer({ hashrate_5m, hashrate_24h }))?.verdict ??
              '',
          );
        expect(place(low)).toBeLessThanOrEqual(place(high));
      }),
    );
  });
});

describe('no data', () => {
  test.each([
    ['no rate now', { hashrate_5m: null }],
    ['no rate of the day', { hashrate_24h: null }],
    ['a day of zero', { hashrate_24h: '0' }],
    ['no number', { hashrate_5m: 'many' }],
  ])('%s', (_, change) => {
    expect(measureHashrate(aRule('hashrate'), answer(change))).toBeNull();
  });

  test('figures without a subaccount that the pool refused', () => {
    expect(measureHashrate(aRule('hashrate'), answer({ hashrate_5m: '1' }, ['gone']))).toBeNull();
  });

  test('active miners without a baseline, but not against a number', () => {
    const rule = aRule('active-miners');
    expect(measureActiveMiners(rule, answer(), null)).toBeUndefined();
    expect(measureActiveMiners(rule, answer({ active_miners: null }), null)).toBeNull();
    const fixed = { ...rule, threshold: { unit: 'miners' as const, value: '101' } };
    expect(verdict(measureActiveMiners(fixed, answer(), null))).toBe('breached');
  });

  test('an efficiency that is no fraction', () => {
    const rule = aRule('efficiency');
    expect(measureEfficiency(rule, answer({ efficiency_5m: '93' }))).toBeNull();
    expect(measureEfficiency(rule, answer({ efficiency_5m: '0.89' }))).toMatchObject({
      verdict: 'breached',
      value: '0.89',
      limit: '0.9',
    });
  });

  test('too few miners of a list that was not read to its end', () => {
    const rule = aRule('offline-miners');
    const bySite = new Map([
      ['s-1', 4],
      ['s-2', 21],
    ]);
    const names = new Map([['s-2', 'North Ridge']]);
    expect(measureCount(rule, { at: NOW, count: 3, isAll: false, bySite }, names)).toBeNull();
    expect(measureCount(rule, { at: NOW, count: 25, isAll: false, bySite }, names)).toMatchObject({
      verdict: 'breached',
      value: '25',
      atLeast: true,
      sites: [
        { name: 'North Ridge', count: 21 },
        { name: 's-1', count: 4 },
      ],
    });
  });
  test('a balance that the pool does not give', () => {
    const rule = aRule('margin', { threshold: { unit: 'amount', value: '0.5' } });
    expect(measureAvailableMargin(rule, { value: {}, readAt: NOW })).toBeNull();
    const value = { current_available: { maintenance_available: '-0.1' } };
    expect(measureAvailableMargin(rule, { value, readAt: NOW })).toMatchObject({
      verdict: 'breached',
      value: '-0.1',
    });
  });
});

describe('the hottest miner', () => {
  const rule = aRule('temperature');
  const miners = (...degrees: (string | null)[]) => ({
    at: NOW,
    miners: degrees.map((max_temperature) => ({ max_temperature, hashing_status: 'hashing' })),
  });

  test('of a sorted page is that of all', () => {
    expect(measureTemperature(rule, miners('85', '70'))).toMatchObject({ verdict: 'breached' });
    expect(measureTemperature(rule, miners(null, '80', '70'))).toMatchObject({ verdict: 'clear' });
    expect(measureTemperature(rule, miners(null))).toBeNull();
  });

  test('of an unsorted one may not be', () => {
    expect(measureTemperature(rule, miners('60', '70'))).toBeNull();
    expect(measureTemperature(rule, miners('60', '90'))).toMatchObject({ atLeast: true });
  });

  test('is not one that is offline', () => {
    const off = { at: NOW, miners: [{ max_temperature: '99', hashing_status: 'offline' }] };
    expect(measureTemperature(rule, off)).toBeNull();
  });
});

describe('revenue', () => {
  const rule = aRule('revenue');
  const range = revenueRange(NOW);
  function report(values: readonly (string | null)[], coin = 'BTC') {
    return values.map((revenue, ago) => ({
      date_time: `${dateAfter(range.end, -ago)}T00:00:00Z`,
      currency_type: coin,
      revenue,
    }));
  }
  const read = (rows: unknown, readAt = NOW) => ({
    value: revenueReportSchema.parse({ revenue: rows }),
    readAt,
    refusedSubaccounts: [],
  });
  const week = ['1', '1', '1', '1', '1', '1', '1'];

  test('of yesterday is compared with the mean of the seven days before', () => {
    expect(range).toEqual({ start: '2026-06-02', end: '2026-06-09' });
    expect(measureRevenue(rule, { read: read(report(['0.69', ...week])), range })).toMatchObject({
      verdict: 'breached',
      value: '0.69',
      limit: '0.7',
      baseline: '1',
    });
    expect(verdict(measureRevenue(rule, { read: read(report(['0.9', ...week])), range }))).toBe(
      'clear',
    );
  });

  test('that is not there yet is not judged; at noon it is missing', () => {
    const rows = report(['', ...week]).slice(1);
    expect(measureRevenue(rule, { read: read(rows), range })).toBeUndefined();
    const noon = NOW + 4 * 3_600_000;
    expect(measureRevenue(rule, { read: read(rows, noon), range })).toBeNull();
  });

  test('is not compared with fewer than seven days', () => {
    const rows = report(['0.1', ...week.slice(1)]);
    expect(measureRevenue(rule, { read: read(rows), range })).toBeNull();
    const unclear = report(['0.1', '1', null, '1', '1', '1', '1', '1']);
    expect(measureRevenue(rule, { read: read(unclear), range })).toBeNull();
  });

  test('of several kinds adds up, of several coins does not', () => {
    const kinds = [...report(['0.5', ...week]), ...report(['0.5'])];
    expect(measureRevenue(rule, { read: read(kinds), range })).toMatchObject({ value: '1' });
    const coins = [...report(['1', ...week], 'LTC'), ...report(['0.1', ...week], 'DOGE')];
    expect(measureRevenue(rule, { read: read(coins), range })).toMatchObject({
      verdict: 'breached',
      value: '0.1',
    });
  });
});
