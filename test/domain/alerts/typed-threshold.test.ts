import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CONDITION_SPECS,
  CONDITIONS,
  type Condition,
} from '../../../src/domain/alerts/conditions.js';
import { newRuleOf } from './rules.js';
import {
  boundsOf,
  canBeClear,
  readRecoveryMargin,
  readMinutes,
  readThreshold,
} from '../../../src/domain/alerts/typed-threshold.js';
import { toDecimal } from '../../../src/domain/numbers/numeric.js';

describe('a threshold as people type it', () => {
  test.each<[Condition, string, object]>([
    ['hashrate', '80%', { threshold: { unit: 'percent', value: '80' } }],
    ['hashrate', ' 80.5 percent', { threshold: { unit: 'percent', value: '80.5' } }],
    ['hashrate', '2.5 PH/s', { threshold: { unit: 'hashrate', value: '2500000000000000' } }],
    ['hashrate', '2.5phs', { threshold: { unit: 'hashrate', value: '2500000000000000' } }],
    ['hashrate', '1 EH', { threshold: { unit: 'hashrate', value: '1000000000000000000' } }],
    ['active-miners', '12 miners', { threshold: { unit: 'miners', value: '12' } }],
    ['active-miners', '90 %', { threshold: { unit: 'percent', value: '90' } }],
    ['offline-miners', '012', { threshold: { unit: 'miners', value: '12' } }],
    ['temperature', '85', { threshold: { unit: 'celsius', value: '85' } }],
    ['temperature', '85 °C', { threshold: { unit: 'celsius', value: '85' } }],
    ['margin', '0.5 BTC', { threshold: { unit: 'amount', value: '0.5' }, currency: 'BTC' }],
    ['margin', '5000usd', { threshold: { unit: 'amount', value: '5000' }, currency: 'USD' }],
    ['margin', '0', { threshold: { unit: 'amount', value: '0' } }],
    ['approval-waiting', '24', { threshold: { unit: 'hours', value: '24' } }],
    ['approval-waiting', '2 days', { threshold: { unit: 'hours', value: '48' } }],
  ])('%s: %s', (condition, typed, threshold) => {
    expect(readThreshold(condition, typed)).toEqual(threshold);
  });

  test.each<[Condition, string, string]>([
    ['hashrate', 'low', 'unreadable'],
    ['hashrate', '', 'unreadable'],
    ['hashrate', '-5 %', 'unreadable'],
    ['hashrate', '1e3 PH/s', 'unreadable'],
    ['hashrate', '2,5 PH/s', 'unreadable'],
    ['hashrate', '80 miners', 'unreadable'],
    ['hashrate', '80', 'no-unit'],
    ['active-miners', '90', 'no-unit'],
    ['hashrate', '0 %', 'out-of-bounds'],
    ['hashrate', '101 %', 'out-of-bounds'],
    ['hashrate', '5 H/s', 'out-of-bounds'],
    ['offline-miners', '0', 'out-of-bounds'],
    ['offline-miners', '10001', 'out-of-bounds'],
    ['offline-miners', '2.5', 'not-whole'],
    ['temperature', '185 F', 'unreadable'],
    ['margin', '5 EUR', 'unreadable'],
    ['approval-waiting', '90 min', 'not-whole'],
    ['contracts', '5', 'no-unit'],
  ])('%s: %s isn’t one: %s', (condition, typed, problem) => {
    expect(readThreshold(condition, typed)).toBe(problem);
  });

  test('whatever is typed, what comes out is within its bounds, and reads the same again', () => {
    const figure = fc.oneof(
      fc.nat({ max: 20_000 }).map(String),
      fc.float({ min: 0, max: 1_000, noNaN: true }).map((each) => each.toFixed(3)),
      fc.string({ maxLength: 12 }),
    );
    const unit = fc.constantFrom(
      '',
      '%',
      ' %',
      'PH/s',
      ' eh/s',
      ' miners',
      ' °C',
      ' BTC',
      ' h',
      'd',
    );
    const typed = fc.tuple(figure, unit).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.constantFrom(...CONDITIONS), typed, (condition, text) => {
        const read = readThreshold(condition, text);
        if (typeof read === 'string') return;
        const { unit: in_, value } = read.threshold;
        const { least, most } = boundsOf(condition, in_);
        expect(CONDITION_SPECS[condition].units).toContain(in_);
        expect(value).toMatch(/^\d+(\.\d+)?$/);
        expect(toDecimal(value)?.gte(least) && toDecimal(value)?.lte(most)).toBe(true);
        const suffix = {
          percent: '%',
          hashrate: 'H/s',
          miners: 'miners',
          celsius: '',
          amount: '',
          hours: '',
        };
        const again = readThreshold(condition, `${value}${suffix[in_]}`);
        expect(again).toMatchObject({ threshold: read.threshold });
      }),
      { numRuns: 2_000 },
    );
  });
});

test('a margin is digits in the threshold’s unit', () => {
  expect(readRecoveryMargin('hashrate', 'percent', '3')).toBe('3');
  expect(readRecoveryMargin('hashrate', 'percent', '3 %')).toBe('3');
  expect(readRecoveryMargin('hashrate', 'hashrate', '100 TH/s')).toBe('100000000000000');
  expect(readRecoveryMargin('temperature', 'celsius', '2.5')).toBe('2.5');
  expect(readRecoveryMargin('approval-waiting', 'hours', '2 h')).toBe('2');
  for (const typed of ['', 'some', '-3', '3 PH/s', '200 %'])
    expect(readRecoveryMargin('hashrate', 'percent', typed)).toBeNull();
});

type OfRule = [Condition, string, string?];

test('an alert that could never end is found', () => {
  const of = (...[condition, value, margin]: OfRule) =>
    canBeClear({
      condition,
      threshold: { unit: condition === 'offline-miners' ? 'miners' : 'percent', value },
      ...(margin === undefined ? {} : { margin }),
    });
  expect(of('efficiency', '95')).toBe(true);
  expect(of('efficiency', '96')).toBe(false);
  expect(of('efficiency', '96', '2')).toBe(true);
  expect(of('active-miners', '100', '0')).toBe(true);
  expect(of('hashrate', '100')).toBe(true);
  expect(of('hashrate', '80', '40')).toBe(true);
  expect(of('hashrate', '80', '41')).toBe(false);
  expect(of('revenue', '70', '100')).toBe(false);
  expect(of('offline-miners', '10', '10')).toBe(true);
  expect(of('offline-miners', '10', '11')).toBe(false);
  // What every rule begins with.
  for (const condition of CONDITIONS) expect(canBeClear(newRuleOf(condition))).toBe(true);
});

test('minutes are typed bare, or with their unit', () => {
  expect(['10', '10 min', '1h', '1h 30m', '1d'].map(readMinutes)).toEqual([10, 10, 60, 90, 1440]);
  expect(['', 'soon', '-5', '1.5h', '10 parsecs'].map(readMinutes)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
