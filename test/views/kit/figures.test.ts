import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactDigits } from '../../../src/domain/numbers/numeric.js';
import {
  amount,
  barePrice,
  count,
  figureCell,
  fraction,
  groupThousands,
  hashprice,
  hashrate,
  hashrateCell,
  formatWithUnit,
  signedAmount,
} from '../../../src/views/kit/figures.js';
import { decimalText, roundHalfEven, scaledBigInt } from '../../domain/support/decimals.js';
import { hostile } from '../support/hostile.js';
import { markdownIn } from '../support/markdown.js';

const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y', 'R', 'Q'];
const LEAST = scaledBigInt('0.00000001', 60);

describe('hashrate', () => {
  test.each([
    ['0', '0 H/s'],
    ['-0', '0 H/s'],
    [0.5, '0.5 H/s'],
    ['0.00012345', '0.0001235 H/s'],
    [5e-324, 'under 0.0001 H/s'],
    ['-0.00001', 'above −0.0001 H/s'],
    ['999.94', '999.9 H/s'],
    ['999.96', '1.000 kH/s'],
    ['1000', '1.000 kH/s'],
    ['999949999999999', '999.9 TH/s'],
    ['999950000000000', '1.000 PH/s'],
    ['1234567890123456789', '1.235 EH/s'],
    [1.5e18, '1.500 EH/s'],
    ['-5000000000000', '−5.000 TH/s'],
    ['1e30', '1.000 QH/s'],
    ['1234567'.padEnd(40, '0'), '1,235,000,000 QH/s'],
  ])('%j is %s', (value, text) => {
    expect(hashrate(value)).toBe(text);
    expect(hashrateCell(value)).toBe(text);
  });

  test('every prefix begins and ends where it should', () => {
    for (const [step, prefix] of PREFIXES.entries()) {
      const one = `1${'000'.repeat(step)}`;
      expect(hashrate(one)).toBe(step === 0 ? '1 H/s' : `1.000 ${prefix}H/s`);
      const almost = (BigInt(one) * 1000n - 1n).toString();
      const next = PREFIXES[step + 1];
      if (step > 1 && next !== undefined) expect(hashrate(almost)).toBe(`1.000 ${next}H/s`);
    }
  });

  test('keeps four digits of the right size, whatever the number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 32n }), (rate) => {
        const [, digits = '', prefix = ''] =
          /^([\d.]+) ([kMGTPEZYRQ]?)H\/s$/.exec(hashrate(rate.toString())) ?? [];
        const step = PREFIXES.indexOf(prefix);
        expect(Number(digits)).toBeGreaterThanOrEqual(1);
        expect(Number(digits)).toBeLessThan(1000);
        if (step > 0) expect(digits.replace('.', '')).toHaveLength(4);
        const shown = scaledBigInt(digits, step * 3 + 3);
        const off = shown - rate * 1000n;
        expect((off < 0n ? -off : off) * 2000n <= rate * 1000n).toBe(true);
      }),
    );
  });
});

describe('amounts', () => {
  test('are the number itself, rounded half to even at eight places', () => {
    fc.assert(
      fc.property(decimalText(), (text) => {
        const exact = scaledBigInt(text, 60);
        const rounded = roundHalfEven(exact, 52);
        const shown = amount(text, 'BTC');
        if (rounded === 0n && exact !== 0n) {
          expect(shown).toBe(exact > 0n ? 'under 0.00000001 BTC' : 'above −0.00000001 BTC');
          expect((exact < 0n ? -exact : exact) < LEAST).toBe(true);
          return;
        }
        expect(shown).toMatch(/^−?\d{1,3}(,\d{3})*\.\d{8} BTC$/);
        expect(scaledBigInt(shown.replaceAll(/,| BTC/g, '').replace('−', '-'), 60)).toBe(rounded);
        expect(`${figureCell(text)} BTC`).toBe(shown);
        const signed = exact > 0n ? `+${shown}` : shown;
        expect(signedAmount(text, 'BTC')).toBe(signed);
      }),
    );
  });

  test('halves go to the even neighbour', () => {
    expect(amount('0.000000005', 'BTC')).toBe('under 0.00000001 BTC');
    expect(amount('0.000000015', 'BTC')).toBe('0.00000002 BTC');
    expect(amount('0.000000025', 'BTC')).toBe('0.00000002 BTC');
  });

  test('never show a zero for what is not zero, nor anything else for zero', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const tiny = Math.abs(value) < 5e-9;
        for (const text of [amount(value, 'BTC'), signedAmount(value, 'BTC'), figureCell(value)]) {
          const zero = /^[+−-]?0\.00000000( BTC)?$/.test(text);
          expect(zero).toBe(value === 0);
          if (!zero) expect(/under|above|[<>]/.test(text)).toBe(tiny);
        }
      }),
    );
  });

  test.each([
    ['-0', '0.00000000 BTC', '0.00000000 BTC', '0.00000000'],
    [1e-9, 'under 0.00000001 BTC', 'under +0.00000001 BTC', '<0.00000001'],
    [-1e-9, 'above −0.00000001 BTC', 'above −0.00000001 BTC', '>−0.00000001'],
    ['1234.5', '1,234.50000000 BTC', '+1,234.50000000 BTC', '1,234.50000000'],
    ['1e21', '1,000,000,000,000,000,000,000.00000000 BTC', undefined, undefined],
  ])('%j', (value, ...[plainly, signed, inCell]) => {
    expect(amount(value, 'BTC')).toBe(plainly);
    if (signed !== undefined) expect(signedAmount(value, 'BTC')).toBe(signed);
    if (inCell !== undefined) expect(figureCell(value)).toBe(inCell);
  });

  test('dollars have two decimals at least, and all that came', () => {
    expect(amount('1234.5', 'USD')).toBe('1,234.50 USD');
    expect(amount('0.123456789', 'USD')).toBe('0.12345679 USD');
    expect(figureCell(5, 'USD')).toBe('5.00');
  });

  test('a currency that is hostile or absent', () => {
    expect(amount(1, 'LTC_DOGE')).toBe(String.raw`1.00000000 LTC\_DOGE`);
    expect(amount(1, '')).toBe('1.00000000');
  });

  test.each([
    ['0.00051', 'BTC', '0.00051'],
    ['0.00051000', 'BTC', '0.00051'],
    ['-0.5', 'BTC', '−0.5'],
    ['100', 'BTC', '100'],
    ['1200', 'USD', '1,200.00'],
    ['45.5', 'USD', '45.50'],
    ['45.125', 'USD', '45.125'],
    ['0', 'BTC', '0'],
    ['1e-12', 'BTC', 'under 0.00000001'],
  ])('a price of %j %s has no decimals that say nothing', (value, currency, digits) => {
    expect(barePrice(value, currency)).toBe(digits);
    expect(hashprice(value, currency)).toBe(`${digits} ${currency}/PH/s/day`);
  });
});

describe('fraction', () => {
  test.each([
    ['0', '0 %'],
    ['0.5', '50 %'],
    [1, '100 %'],
    [0.987654, '98.77 %'],
    ['0.00001', 'under 0.01 %'],
    ['1.0000001', '1.0000001'],
    [97.5, '97.5'],
    ['-0.1', '−0.1'],
    ['12345', '12,345'],
  ])('%j is %s', (value, text) => {
    expect(fraction(value)).toBe(text);
  });
});

describe('count and measure', () => {
  test('keep every digit', () => {
    fc.assert(
      fc.property(
        fc.oneof(decimalText(), fc.double({ noNaN: true, noDefaultInfinity: true })),
        (v) => {
          expect(count(v).replaceAll(',', '').replace('−', '-')).toBe(exactDigits(v));
          expect(formatWithUnit(v, 'W')).toBe(`${count(v)} W`);
        },
      ),
    );
  });
});

describe('grouped', () => {
  test('sets a comma before every three digits of the whole part only', () => {
    fc.assert(
      fc.property(decimalText(), (text) => {
        const [whole = '', part] = groupThousands(text).split('.');
        expect(whole).toMatch(/^−?\d{1,3}(,\d{3})*$/);
        expect(part).toBe(text.split('.')[1]);
        expect(groupThousands(text).replaceAll(',', '').replace('−', '-')).toBe(text);
      }),
    );
  });
});

describe('what is no figure', () => {
  const inText = [
    hashrate,
    fraction,
    count,
    (value: string) => amount(value, 'BTC'),
    (value: string) => signedAmount(value, 'BTC'),
    (value: string) => hashprice(value, 'BTC'),
    (value: string) => formatWithUnit(value, 'W'),
  ];

  test.each([null, undefined, ''])('%j was not given, and is never a zero', (value) => {
    expect([hashrate(value), fraction(value), count(value), amount(value, 'BTC')]).toEqual(
      Array(4).fill('not given'),
    );
    expect([
      signedAmount(value, 'BTC'),
      hashprice(value, 'BTC'),
      formatWithUnit(value, 'W'),
    ]).toEqual(Array(3).fill('not given'));
    expect([figureCell(value), hashrateCell(value)]).toEqual(['–', '–']);
  });

  test.each(['NaN', 'n/a', 'Infinity', '1,000', '12 TH/s', '--', '0x10'])(
    '%j stands as it came',
    (text) => {
      for (const format of inText) expect(format(text).replaceAll('\\', '')).toBe(text);
      expect([figureCell(text), hashrateCell(text)]).toEqual([text, text]);
    },
  );

  test('does no harm, whatever it is', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom(...inText), (text, format) => {
        expect(markdownIn(format(text))).toEqual([]);
        expect(format(text).length).toBeLessThan(1024);
      }),
    );
  });

  test('a number of absurd length is cut and says so, at once', () => {
    const long = '9'.repeat(1_000_000);
    for (const format of inText) {
      expect(format(long)).toMatch(/^9+…$/);
      expect(format('1e9999')).toBe('1e9999');
      expect(format('1e-9999')).toBe(String.raw`1e\-9999`);
    }
  });
});

describe('what is made of the digits alone', () => {
  const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{0,${most}}$`));
  const near = fc.constantFrom('', '0', '4', '49', '5', '50', '9', '95', '9999', '99995', '0000');
  const plain = fc
    .tuple(fc.oneof(digits(4), digits(31)), near, fc.oneof(digits(9), digits(31)), near)
    .map(([whole, end, places, rest]) => {
      const before = `${whole}${end}`.replace(/^0+(?=\d)/, '') || '0';
      return places + rest === '' ? before : `${before}.${places}${rest}`;
    });
  const fractions = fc.tuple(fc.constantFrom('0.', '1.', '0.0', '0.9'), digits(7), near);
  const text = fc.oneof(
    plain,
    fractions.map((parts) => `${parts.join('')}0`),
    fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map(String),
    fc.double({ min: 0, max: 1, noNaN: true }).map(String),
  );
  const made = (value: string) => [
    hashrate(value),
    hashrateCell(value),
    // Above 1, every digit is shown as received, including the sign.
    /^\+?(0|1(\.0*)?$)/.test(value) ? fraction(value) : '',
    ...['BTC', 'USD', ''].flatMap((currency) =>
      [amount, signedAmount, hashprice, barePrice, figureCell].map((of) => of(value, currency)),
    ),
  ];

  test('is what the exact way makes, which a sign in front asks for', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(made(value)).toEqual(made(`+${value}`));
      }),
      { numRuns: 2_000 },
    );
  });
});
