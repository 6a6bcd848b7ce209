import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answers, readAnswer } from '../../../src/pool-api/response-schemas.js';

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index, name: `hall-${index}`, x: index % 7 }));

test('a list of any length is read as one, in its order, with what stands around it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 3_500 }), async (count) => {
      const subaccounts = rowsOf(count);
      const text = JSON.stringify({ subaccounts, pagination: { item_count: count } });
      const { items, given, pagination } = await readAnswer(JSON.parse(text), answers.subaccounts);
      expect(items).toEqual(subaccounts.map(({ id, ...rest }) => ({ id: String(id), ...rest })));
      expect([given, pagination]).toEqual([undefined, { item_count: count }]);
    }),
    { numRuns: 25 },
  );
});

test.each([
  ['summary', 'subaccounts', 'subaccounts'],
  ['summary', 'revenue_24h', 'revenue_24h'],
  ['summary', 'revenue_all_time', 'revenue_all_time'],
  ['summary', 'hashprice', 'hashprice'],
  ['summary', 'balance', 'balance'],
  ['revenue', 'subaccounts', 'subaccounts'],
  ['revenue', 'revenue', 'revenue'],
  ['devFee', 'devfee_data', 'devfee_data'],
  ['derivativesPayments', 'payments', 'payments'],
  ['positions', 'positions', 'positions'],
  ['fleetAction', 'miners_summary', 'miners_summary'],
  ['miners', 'miners', 'items'],
] as const)('%s: no row of %s is lost', async (name, field, read) => {
  const body = { [field]: rowsOf(2_345) };
  const value: unknown = await readAnswer<unknown>(body, answers[name]);
  expect(Reflect.get(Object(value), read)).toHaveLength(2_345);
});

test('each of two long lists is held to its schema once, with what stands around both', async () => {
  let looks = 0;
  const subaccounts = rowsOf(5_432).map((row) => ({
    ...row,
    get url() {
      looks++;
      return '/hall';
    },
  }));
  const revenue = rowsOf(4_321).map(({ name }) => ({ date_time: name }));
  const body = { currency_type: 'BTC', subaccounts, revenue, extra: 7 };
  const read = await readAnswer(body, answers.revenue);
  expect([read.subaccounts?.length, read.revenue?.length]).toEqual([5_432, 4_321]);
  expect([read.currency_type, read['extra']]).toEqual(['BTC', 7]);
  expect(read.revenue?.map(({ date_time }) => ({ date_time }))).toEqual(revenue);
  // Before the fix, as often as the other list has slices.
  expect(looks).toBeLessThanOrEqual(2 * subaccounts.length);
});

test('what isn’t a row is refused wherever it stands in a long list', async () => {
  const miners = [...rowsOf(2_345), 'not a miner'];
  await expect(readAnswer({ miners }, answers.miners)).rejects.toThrow();
});
