import { Decimal } from 'decimal.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseJson } from '../../src/pool/json.js';

test.each([
  ['{"a": -1.234567890123456e-7}', { a: '-1.234567890123456e-7' }],
  ['[0.00041788000000001]', [0.00041788000000001]],
  [
    '{"said, \\"1234567890123456789":[1,1234567890123456789]}',
    { 'said, "1234567890123456789': [1, '1234567890123456789'] },
  ],
  ['<html>', undefined],
  ['', undefined],
])('%s', (text, value) => {
  expect(parseJson(text)).toEqual(value);
});

test('everything but a long number is parsed as it is', () => {
  const tricky = fc.stringMatching(/^[\d:, "\\.-]{0,40}$/);
  const values = [fc.string(), tricky, fc.integer(), fc.boolean(), fc.constant(null)];
  fc.assert(
    fc.property(fc.object({ key: fc.oneof(fc.string(), tricky), values }), (value) => {
      const text = JSON.stringify(value);
      expect(parseJson(`[12345678901234567,${text}]`)).toEqual([
        '12345678901234567',
        JSON.parse(text),
      ]);
    }),
  );
});

test('no digit of a number is lost', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^-?[1-9]\d{0,30}(\.\d{1,20})?$/), (number) => {
      const [parsed] = z.tuple([z.union([z.string(), z.number()])]).parse(parseJson(`[${number}]`));
      expect(new Decimal(parsed).eq(number)).toBe(true);
    }),
  );
});
