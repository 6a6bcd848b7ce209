import { assert, constant, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { CONDITION_SPECS, CONDITIONS, type Condition } from '../../src/alerts/conditions.js';
import type { Threshold } from '../../src/alerts/rule.js';
import { marginTyped, thresholdTyped, thresholdWords } from '../../src/alerts/threshold-words.js';
import { UserError } from '../../src/errors.js';

test.each<[Condition, string, Partial<Threshold> & { currency?: string }]>([
  ['hashrate', '80%', { unit: 'percent', value: '80' }],
  ['hashrate', ' 80 % ', { unit: 'percent', value: '80' }],
  ['hashrate', '2.5 PH/s', { unit: 'hashrate', value: '2500000000000000' }],
  ['hashrate', '2.5 PH/s\u200b', { unit: 'hashrate', value: '2500000000000000' }],
  ['hashrate', '\u2066300ph\u2069', { unit: 'hashrate', value: '300000000000000000' }],
  ['active-miners', '1,800 miners', { unit: 'miners', value: '1800' }],
  ['offline-miners', '12 miners', { unit: 'miners', value: '12' }],
  ['offline-miners', '12', { unit: 'miners', value: '12' }],
  ['temperature', '85', { unit: 'celsius', value: '85' }],
  ['temperature', '85.5 °C', { unit: 'celsius', value: '85.5' }],
  ['margin', '0.5 BTC', { unit: 'amount', value: '0.5', currency: 'BTC' }],
  ['margin', '20,000 usd', { unit: 'amount', value: '20000', currency: 'USD' }],
  ['margin', '0.5', { unit: 'amount', value: '0.5' }],
  ['approval-waiting', '24h', { unit: 'hours', value: '24' }],
  ['approval-waiting', '2 days', { unit: 'hours', value: '48' }],
  ['approval-waiting', '24', { unit: 'hours', value: '24' }],
  ['hashprice', '10%', { unit: 'percent', value: '10' }],
  ['hashprice', '<0.0004', { unit: 'price', value: '0.0004', direction: 'under' }],
  ['hashprice', '> 0.0005', { unit: 'price', value: '0.0005', direction: 'over' }],
  [
    'hashprice',
    'under 0.0004 BTC',
    { unit: 'price', value: '0.0004', direction: 'under', currency: 'BTC' },
  ],
])('%s takes %j', (condition, typed, { currency = null, ...threshold }) => {
  expect(thresholdTyped(typed, condition)).toEqual({ threshold, currency });
});

test.each<[Condition, string, string]>([
  ['hashrate', '80', '`80` isn’t a threshold for hashrate. Use 80% or 2.5 PH/s.'],
  ['hashrate', '2,5 PH/s', '`2,5 PH/s` isn’t a threshold for hashrate. Use 80% or 2.5 PH/s.'],
  ['hashrate', '120%', '`120%` is out of range. Use 1% to 100%.'],
  ['hashrate', '0 PH/s', '`0 PH/s` is out of range. Use more than 0.'],
  ['offline-miners', '2.5 miners', '`2.5 miners` is out of range. Use 1 miner to 10000 miners.'],
  ['hashprice', '0.0004', '`0.0004` isn’t a threshold for hashprice. Use 10%, <0.0004 or >0.0005.'],
  ['payout', '1 BTC', 'a rule for payout has none. Leave it out.'],
  ['margin', 'half', '`half` isn’t a threshold for margin. Use 0.5 BTC.'],
])('%s refuses %j and says what is accepted', (condition, typed, sentence) => {
  expect(() => thresholdTyped(typed, condition)).toThrow(
    new UserError('Check the threshold', `\`threshold\`: ${sentence}`),
  );
});

const thresholds = constantFrom(...CONDITIONS)
  .filter((condition) => CONDITION_SPECS[condition].units.length > 0)
  .chain((condition) =>
    record({
      condition: constant(condition),
      unit: constantFrom(...CONDITION_SPECS[condition].units),
      whole: integer({ min: 1, max: 99 }),
      part: integer({ min: 1, max: 999 }),
      direction: constantFrom('under', 'over'),
    }),
  );

test('the words of every threshold are read back as that threshold', () => {
  assert(
    property(thresholds, ({ condition, unit, whole, part, direction }) => {
      const isWhole = unit === 'miners' || unit === 'hours';
      const value = isWhole || part % 10 === 0 ? `${whole}` : `${whole}.${part}`;
      const threshold: Threshold = { unit, value, ...(unit === 'price' && { direction }) };
      const words = thresholdWords(threshold, 'BTC');
      expect(thresholdTyped(words, condition).threshold).toEqual(threshold);
    }),
  );
});

test.each<[string, Threshold, string]>([
  ['10', { unit: 'percent', value: '80' }, '10'],
  ['10 %', { unit: 'percent', value: '80' }, '10'],
  ['1 PH/s\u200b', { unit: 'hashrate', value: '1' }, '1000000000000000'],
  ['0', { unit: 'celsius', value: '85' }, '0'],
  ['0.00001', { unit: 'price', value: '0.0004', direction: 'under' }, '0.00001'],
])('a margin of %s is read', (typed, threshold, digits) => {
  expect(marginTyped(typed, threshold)).toBe(digits);
});

test('a margin in another unit is refused', () => {
  expect(() => marginTyped('10 miners', { unit: 'percent', value: '80' })).toThrow(
    new UserError('Check the margin', '`margin`: `10 miners` isn’t a margin. Use 5%, say.'),
  );
  expect(() => marginTyped('10', null)).toThrow(UserError);
});
