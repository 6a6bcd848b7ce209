import { expect, test } from 'vitest';
import type { Condition } from '../../src/alerts/conditions.js';
import { thresholdWords, watchedTyped } from '../../src/alerts/threshold.js';
import { UserError } from '../../src/errors.js';

const RULE = { threshold: null, currency: null, site: null, subaccounts: [] };

test.each<[Condition, string, string]>([
  ['hashrate', '80%', 'percent 80 under: 80%'],
  ['hashrate', ' 80 % ', 'percent 80 under: 80%'],
  ['hashrate', '2.5 PH/s\u200b', 'hashrate 2500000000000000 under: 2.5 PH/s'],
  ['hashrate', '\u2066300ph\u2069', 'hashrate 300000000000000000 under: 300 PH/s'],
  ['active-miners', '1,800 miners', 'miners 1800 under: 1800 miners'],
  ['offline-miners', '12', 'miners 12 over: 12 miners'],
  ['temperature', '85.5 °C', 'celsius 85.5 over: 85.5 °C'],
  ['margin', '0.5 BTC', 'amount 0.5 under BTC: 0.5 BTC'],
  ['margin', '20,000 usd', 'amount 20000 under USD: 20000 USD'],
  ['margin', '0.5', 'amount 0.5 under: 0.5'],
  ['approval-waiting', '24h', 'hours 24 over: 24 h'],
  ['approval-waiting', '2 days', 'hours 48 over: 48 h'],
  ['approval-waiting', '24', 'hours 24 over: 24 h'],
  ['hashprice', '10%', 'percent 10 moved: 10%'],
  ['hashprice', '<0.0004', 'price 0.0004 under: 0.0004'],
  ['hashprice', '> 0.0005', 'price 0.0005 over: 0.0005'],
])('%s takes %j: %s', (condition, typed, expected) => {
  const { threshold, currency } = watchedTyped({ threshold: typed }, { ...RULE, condition });
  if (threshold === null) throw new Error('There is no threshold');
  const { unit, value, direction } = threshold;
  const parts = [unit, value, direction, currency].filter(Boolean).join(' ');
  expect(`${parts}: ${thresholdWords(threshold, currency)}`).toBe(expected);
});

test.each<[Condition, string, string]>([
  ['hashrate', '80', '`80` isn’t a threshold for hashrate. Use 80% or 2.5 PH/s.'],
  ['hashrate', '2,5 PH/s', '`2,5 PH/s` isn’t a threshold for hashrate. Use 80% or 2.5 PH/s.'],
  ['hashrate', '120%', '`120%` is out of range. Use 1 to 100.'],
  ['hashrate', '0 PH/s', '`0 PH/s` is out of range. Use more than 0.'],
  ['offline-miners', '2.5 miners', '`2.5 miners` is out of range. Use 1 to 10000.'],
  [
    'hashprice',
    '0.0004',
    '`0.0004` isn’t a threshold for hashprice. Use 80% or <0.0004 or >0.0005.',
  ],
  ['payout', '1 BTC', 'a rule for payout has none. Leave it out.'],
  ['margin', 'half', '`half` isn’t a threshold for margin. Use 0.5.'],
])('%s refuses %j and says what is accepted', (condition, typed, sentence) => {
  expect(() => watchedTyped({ threshold: typed }, { ...RULE, condition })).toThrow(
    new UserError('Check the threshold', `\`threshold\`: ${sentence}`),
  );
});
