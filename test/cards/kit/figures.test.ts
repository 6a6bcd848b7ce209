import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amount,
  amountCell,
  change,
  count,
  decimal,
  figureCell,
  hashrate,
  percent,
  points,
  signed,
  signedCell,
  sum,
  type Figure,
} from '../../../src/cards/kit/figures.js';

describe('a hashrate has four digits and a prefix', () => {
  test.each<[Figure, string]>([
    ['341100000000000000', '341.1 PH/s'],
    [1234567, '1.235 MH/s'],
    ['999960', '1.000 MH/s'],
    ['123456789012345678901', '123.5 EH/s'],
    [0, '0 H/s'],
    [12, '12.00 H/s'],
    [null, 'not given'],
    ['soon', 'soon'],
  ])('%s', (value, shown) => expect(hashrate(value)).toBe(shown));
});

describe('an amount has the decimals of its currency', () => {
  test.each<[Figure, string, string]>([
    [0.43219156, 'BTC', '0.43219156 BTC'],
    ['1570.876', 'USD', '1,570.88 USD'],
    ['12345678.123456789', 'DOGE', '12,345,678.12345679 DOGE'],
    [0, 'BTC', '0.00000000 BTC'],
    [undefined, 'BTC', 'not given'],
    [1, 'a*b', '1.00000000 a\\*b'],
  ])('%s %s', (value, currency, shown) => expect(amount(value, currency)).toBe(shown));
});

test('a gain or loss always has its sign, as people write it', () => {
  expect([signed(0.5, 'BTC'), signed(-0.5, 'BTC'), signed(0, 'BTC')]).toEqual([
    '+0.50000000 BTC',
    '−0.50000000 BTC',
    '0.00000000 BTC',
  ]);
});

test('percent, points and changes are rounded, and none is made up', () => {
  expect([percent(0.9473), percent(1), percent(1.5)]).toEqual(['94.73%', '100%', '1.5']);
  expect([points(0.9183, 0.9473), points(undefined, 1)]).toEqual(['−2.9 pt', null]);
  expect([change(99.9, 100), change(1, 0), change('x', 1)]).toEqual(['−0.1%', null, null]);
});

test('what is absent is a dash in a table, never zero', () => {
  for (const show of [
    (value: Figure) => figureCell(value, count),
    (value: Figure) => amountCell(value, 'BTC'),
  ])
    expect([show(null), show(undefined), show('')]).toEqual(['–', '–', '–']);
  expect(signedCell(undefined, 'USD')).toBe('–');
  expect(sum([null, undefined, 'x'])).toBeNull();
});

test('a sum is exact', () => {
  expect(sum([0.1, '0.2', null])?.toFixed()).toBe('0.3');
});

test('a count keeps every digit of any whole number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (number) => {
      const shown = count(String(number)).replaceAll(',', '').replace('−', '-');
      expect(BigInt(shown)).toBe(number);
    }),
  );
});

test('a shown amount differs from the figure by half of its last decimal at most', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (value) => {
      const shown = decimal(amount(value, null).replaceAll(',', '').replace('−', '-'));
      expect(shown?.minus(value).abs().lessThanOrEqualTo('0.000000005')).toBe(true);
    }),
  );
});

test('no figure from outside formats, links or breaks a line', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(decimal(text) === null && text !== '');
      for (const show of [hashrate, percent, count, (value: Figure) => amount(value, 'BTC')])
        expect(show(text).replaceAll(/\\./g, '')).not.toMatch(/[*_~`|<>[\]()#@\n]/);
    }),
  );
});
