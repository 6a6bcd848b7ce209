import { expect, test } from 'vitest';
import { changedCoins, judgeAllocation } from '../../../src/domain/payment-settings/allocation.js';
import { createAddress } from '../../../sandbox/pool/workspace/addresses.js';

const LTC = createAddress('LTC', 1, 'x', 1);
const DOGE = createAddress('DOGE', 1, 'x', 1);
const entry = (external_address: string, revenue_allocation: number) => ({
  external_address,
  revenue_allocation,
});
const both = (ltc: number, doge: number) => [entry(LTC, ltc), entry(DOGE, doge)];

test.each([
  {
    name: 'each coin as now',
    before: both(100, 100),
    after: both(100, 100),
    verdict: 'right',
    coins: [],
  },
  {
    name: 'half each, where each has 100 now',
    before: both(100, 100),
    after: both(50, 50),
    verdict: 'odd',
    coins: [],
  },
  {
    name: 'half each, as now',
    before: both(60, 40),
    after: both(50, 50),
    verdict: 'right',
    coins: [],
  },
  {
    name: 'each 100, where all is 100 now',
    before: both(60, 40),
    after: both(100, 100),
    verdict: 'odd',
    coins: [],
  },
  {
    name: 'neither way',
    before: both(100, 100),
    after: both(150, 50),
    verdict: 'wrong',
    coins: [],
  },
  {
    name: 'a coin left out',
    before: both(100, 100),
    after: [entry(LTC, 100)],
    verdict: 'right',
    coins: [['DOGE', false]],
  },
  {
    name: 'a coin with nothing',
    before: both(100, 100),
    after: both(0, 200),
    verdict: 'wrong',
    coins: [['LTC', false]],
  },
  {
    name: 'a coin come in',
    before: [entry(LTC, 100)],
    after: both(100, 100),
    verdict: 'right',
    coins: [['DOGE', true]],
  },
  {
    name: 'one coin, as now',
    before: [entry(LTC, 100)],
    after: [entry(LTC, 100)],
    verdict: 'right',
    coins: [],
  },
  {
    name: 'both, where there is nothing',
    before: [],
    after: both(100, 100),
    verdict: 'right',
    coins: [],
  },
  {
    name: 'half each, where there is nothing',
    before: [],
    after: both(50, 50),
    verdict: 'odd',
    coins: [],
  },
  {
    name: 'one, where there is nothing',
    before: [],
    after: [entry(LTC, 100)],
    verdict: 'right',
    coins: [['DOGE', false]],
  },
  {
    name: 'neither way, now either',
    before: both(150, 20),
    after: both(30, 30),
    verdict: 'odd',
    coins: [],
  },
] as const)('LTC and DOGE: $name', ({ before, after, verdict, coins }) => {
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
