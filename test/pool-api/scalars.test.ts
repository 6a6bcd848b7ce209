import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { revenueEntrySchema } from '../../src/pool-api/resources.js';

const asJson = z.unknown().transform((value) => JSON.stringify(value));

/** What the scalars are meant to be, in zod's own terms, which take five times as long. */
const meant = z.looseObject({
  currency_type: z
    .union([z.string(), z.union([z.number(), z.boolean()]).transform(String), asJson])
    .nullish(),
  revenue: z.union([z.number(), z.string(), asJson]).nullish(),
});

const anything = fc.oneof(fc.jsonValue(), fc.constantFrom(undefined, NaN, Infinity, -0));

it('reads a text and a figure, whatever stands in their place, as a union would', () => {
  fc.assert(
    fc.property(anything, anything, (currency, revenue) => {
      const entry = { currency_type: currency, revenue, other: currency };
      expect(revenueEntrySchema.parse(entry)).toStrictEqual(meant.parse(entry));
    }),
    {
      examples: [
        [null, undefined],
        [[1], { a: 1 }],
        [true, false],
        [1.5, '1e3'],
      ],
    },
  );
  expect(revenueEntrySchema.parse({})).toStrictEqual({});
});
