import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { scopeFromButtons, scopeInButtons } from '../../../commands/summary/scope-in-buttons.js';
import { summaryIds } from '../../../commands/summary/summary-ids.js';
import { POOL_CURRENCIES } from '../../../src/domain/pool/currencies.js';
import { CUSTOM_ID_LIMIT, decodeCustomId } from '../../../src/domain/custom-id.js';

function memory() {
  const kept: unknown[] = [];
  return {
    kept,
    remember: async (value: unknown) => String(kept.push(value) - 1).padStart(16, '0'),
    recall: async <Value>(id: string, schema: z.ZodType<Value>) => schema.parse(kept[Number(id)]),
  };
}

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

test.each([
  {},
  { subaccountNames: ['hall-1'] },
  { subaccountNames: ['hall-1', 'r2'] },
  { siteId: ID, siteName: 'Skellefte North' },
])('an ordinary scope costs the store nothing: %j', async (scope) => {
  const context = memory();
  const args = await scopeInButtons(scope, context);
  expect(await scopeFromButtons(args, context)).toEqual(scope);
  expect(context.kept).toEqual([]);
});

test('any scope comes back from the buttons that hold it, and each fits', async () => {
  const text = fc.oneof(fc.string({ minLength: 1 }), fc.string({ minLength: 1, unit: 'binary' }));
  const scope = fc.oneof(
    fc.record({ subaccountNames: fc.array(text, { minLength: 1, maxLength: 5 }) }),
    fc.record({ siteId: fc.oneof(fc.constant(ID), text), siteName: text }),
  );
  await fc.assert(
    fc.asyncProperty(scope, fc.constantFrom(...POOL_CURRENCIES), async (given, currency) => {
      const context = memory();
      const inButtons = await scopeInButtons(given, context);
      for (const id of Object.values(summaryIds({ currency, inButtons, isOne: false }))) {
        expect(id.length).toBeLessThanOrEqual(CUSTOM_ID_LIMIT);
        const args = decodeCustomId(id)?.args ?? [];
        const back = args.slice(args.indexOf(currency) + 1);
        expect(await scopeFromButtons(back, context)).toEqual(given);
      }
    }),
  );
});

test('a name with anything odd in it is remembered, not written into an id', async () => {
  for (const name of ['hall ', 'hålla', 'a\nb']) {
    const context = memory();
    await scopeInButtons({ subaccountNames: [name] }, context);
    expect(context.kept).toHaveLength(1);
  }
});
