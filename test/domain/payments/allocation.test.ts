import { expect, test } from 'vitest';
import { changedCoins, judgeAllocation } from '../../../src/domain/payments/allocation.js';
import { createAddress } from '../../../sandbox/pool/workspace/addresses.js';

const LTC = createAddress('LTC', 1, 'x', 1);
const DOGE = createAddress('DOGE', 1, 'x', 1);
const entry = (external_address: string, revenue_allocation: number) => ({
  external_address,
  revenue_allocation,
});
const both = (ltc: number, doge: number) => [entry(LTC, ltc), entry(DOGE, doge)];

test.each([
  ['each coin as now', both(100, 100), both(100, 100), 'right', []],
  ['half each, where each has 100 now', both(100, 100), both(50, 50), 'odd', []],
  ['half each, as now', both(60, 40), both(50, 50), 'right', []],
  ['each 100, where all is 100 now', both(60, 40), both(100, 100), 'odd', []],
  ['neither way', both(100, 100), both(150, 50), 'wrong', []],
  ['a coin left out', both(100, 100), [entry(LTC, 100)], 'right', [['DOGE', false]]],
  ['a coin with nothing', both(100, 100), both(0, 200), 'wrong', [['LTC', false]]],
  ['a coin come in', [entry(LTC, 100)], both(100, 100), 'right', [['DOGE', true]]],
  ['one coin, as now', [entry(LTC, 100)], [entry(LTC, 100)], 'right', []],
  ['both, where there is nothing', [], both(100, 100), 'right', []],
  ['half each, where there is nothing', [], both(50, 50), 'odd', []],
  ['one, where there is nothing', [], [entry(LTC, 100)], 'right', [['DOGE', false]]],
  ['neither way, now either', both(150, 20), both(30, 30), 'odd', []],
] as const)('LTC and DOGE: %s', (_, before, after, verdict, coins) => {
  expect(judgeAllocation('LTC_DOGE', before, after)).toBe(verdict);
  const found = changedCoins('LTC_DOGE', before, after);
  expect(found.map(({ coin, isPaid }) => [coin, isPaid])).toEqual(coins);
});

test.each([
  [[100], [100], 'right'],
  [[100], [60], 'wrong'],
  [[60], [60], 'odd'],
  [[], [60], 'odd'],
  [[60], [100], 'right'],
] as const)('a single coin: %j → %j is %s', (before, after, verdict) => {
  const entries = (shares: readonly number[]) => shares.map((share) => entry('a', share));
  expect(judgeAllocation('BTC', entries(before), entries(after))).toBe(verdict);
});
