import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactDigits, sum, toDecimal } from '../../../src/domain/numbers/numeric.js';
import { decimalText, scaledBigInt } from '../support/decimals.js';

describe('sum', () => {
  test('is exact, held against whole-number arithmetic', () => {
    fc.assert(
      fc.property(fc.array(decimalText(), { maxLength: 30 }), (values) => {
        const exact = values.reduce((total, value) => total + scaledBigInt(value, 60), 0n);
        expect(scaledBigInt(sum(values).toFixed(), 60)).toBe(exact);
      }),
    );
  });

  test('is exact for doubles of every size', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })), (values) => {
        const exact = values.reduce((total, value) => total + scaledBigInt(String(value), 400), 0n);
        expect(scaledBigInt(sum(values).toFixed(), 400)).toBe(exact);
      }),
    );
  });

  test('loses no digit between the largest and the smallest', () => {
    expect(sum([1e308, 5e-324, -1e308]).equals('5e-324')).toBe(true);
    expect(sum(['1e9999', '1e-9999', '-1e9999']).equals('1e-9999')).toBe(true);
  });

  test('skips what isn’t a number', () => {
    expect(sum(['n/a', '1', '', 'Infinity', 2]).toFixed()).toBe('3');
    expect(sum([]).toFixed()).toBe('0');
  });
});

describe('exactDigits', () => {
  test('of a double are those of its decimal, without exponent', () => {
    const whole = fc.maxSafeInteger();
    fc.assert(
      fc.property(fc.oneof(fc.double(), whole, fc.constant(-0)), (value) => {
        const exact = toDecimal(value)?.toFixed() ?? String(value);
        expect(exactDigits(value)).toBe(exact);
      }),
      { numRuns: 5_000 },
    );
  });

  test('gives digits back as they came', () => {
    fc.assert(fc.property(decimalText(), (text) => exactDigits(text) === text));
  });

  test('writes a double without exponent, reading back the same', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(exactDigits(value)).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(exactDigits(value)) === value).toBe(true);
      }),
    );
  });

  test.each([
    [1e-7, '0.0000001'],
    [5e-324, `0.${'0'.repeat(323)}5`],
    ['1.5E+3', '1500'],
    [' .5 ', '0.5'],
    ['+7.', '7'],
    ['007', '007'],
    [-0, '0'],
    ['n/a', 'n/a'],
    [Number.NaN, 'NaN'],
    ['', ''],
  ])('%j is %j', (value, digits) => {
    expect(exactDigits(value)).toBe(digits);
  });
});

describe('toDecimal', () => {
  test.each([
    '',
    ' ',
    '.',
    '-',
    'e5',
    '1e',
    '1e12345',
    '0x10',
    '1,000',
    '1 000',
    '１',
    'NaN',
    '1n',
  ])('%j isn’t a number', (text) => {
    expect(toDecimal(text)).toBeNull();
  });

  test.each([Number.NaN, Infinity, -Infinity])('%j isn’t a number', (value) => {
    expect(toDecimal(value)).toBeNull();
  });

  test('a megabyte of digits that ends in a letter is refused at once', () => {
    // Limited by the test's own timeout: a pattern that tries every split would take hours.
    expect(toDecimal(`${'1'.repeat(1_000_000)}x`)).toBeNull();
    expect(toDecimal(`${' '.repeat(1_000_000)}x`)).toBeNull();
  });
});
