import { expect, test } from 'vitest';
import { renewalFields, undonePaymentLines } from '../../../../src/views/changes/card/renewal.js';

const [COLD, HOT] = ['xxxcold11', 'xxxhot222'];

const settings = (frequency: string, shares: Readonly<Record<string, number>>) => ({
  payment_frequency: frequency,
  day_of_week: 'UNSPECIFIED',
  addresses: Object.entries(shares).map(([address, share]) => ({
    address_name: 'one',
    external_address: address,
    revenue_allocation: share,
  })),
});
const before = settings('DAILY', { [COLD]: 100 });

test('names each field that a request sets and that somebody changed since', () => {
  const now = settings('WEEKLY', { [COLD]: 70, [HOT]: 30 });
  expect(undonePaymentLines(before, now, before)).toEqual([
    'Confirming sets payouts back to daily (now weekly).',
    'Confirming sets `…cold11` back to `one` at 100 (now `one` at 70).',
    'Confirming removes `…hot222` (now `one` at 30).',
  ]);
  expect(undonePaymentLines(before, now, settings('MONTHLY', { [COLD]: 70, [HOT]: 30 }))).toEqual([
    'Confirming sets payouts to monthly (now weekly).',
  ]);
  expect(undonePaymentLines(before, settings('DAILY', {}), before)).toEqual([
    'Confirming sets `…cold11` back to `one` at 100 (now not listed).',
  ]);
});

test.each([
  ['o\u200bne', '"o\\u200bne"'],
  ['\u043ene', '"\\u043ene"'],
  ['one ', '"one "'],
])('names a name that only looks the same: %j', (name, shown) => {
  const [address] = before.addresses;
  const now = { ...before, addresses: [{ ...address, address_name: name }] };
  expect(undonePaymentLines(before, now, before)).toEqual([
    `Confirming sets \`…cold11\` back to \`one\` at 100 (now \`${shown}\` at 100).`,
  ]);
});

test('is silent of what the request alone changes, and of what is as wanted already', () => {
  const wanted = settings('WEEKLY', { [HOT]: 100 });
  expect(undonePaymentLines(before, before, wanted)).toEqual([]);
  expect(undonePaymentLines(before, wanted, wanted)).toEqual([]);
});

test.each([
  [0, 0],
  [100, 1],
  [300, 2],
  [1_000, 2],
])('takes no more than the room there is: %i', (room, many) => {
  const renewal = {
    replaced: { id: '' },
    state: 'drifted' as const,
    asked: null,
    before: { a: 'x'.repeat(50), b: 1 },
    now: { a: 'y'.repeat(50), b: 2 },
    undone: ['Confirming sets payouts back to daily (now weekly).'],
  };
  const fields = renewalFields(renewal, room);
  const length = fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  expect(length).toBeLessThanOrEqual(room);
  expect(fields).toHaveLength(many);
});
