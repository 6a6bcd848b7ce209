import { expect, test } from 'vitest';
import { formOf, paymentsTyped } from '../../src/changes/kinds/payment-form.js';
import { recordOf } from '../../src/changes/kinds/payment-record.js';
import { UserError } from '../../src/errors.js';
import type { PoolCurrency } from '../../src/guilds/settings.js';
import { paymentSettings } from '../../src/pool/schemas.js';

const TREASURY = 'bc1qx7suheldu69e3epakzuutgvdsrlzq5vfwsletp';
const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

function recordWith(addresses: readonly object[]) {
  return recordOf(paymentSettings.parse({ payment_frequency: 'DAILY', addresses }));
}

const RECORD = recordWith([
  {
    address_id: 1,
    address_name: 'BTC treasury',
    external_address: TREASURY,
    revenue_allocation: 100,
  },
]);

function parse(text: string, record = RECORD, currency: PoolCurrency = 'BTC') {
  const typed = { ...formOf(record), addresses: text };
  return paymentsTyped(typed, { currency, subaccount: 'main', record }).addresses;
}

function problems(text: string, record = RECORD, currency: PoolCurrency = 'BTC'): string[] {
  try {
    parse(text, record, currency);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    expect(error.title).toBe('Check the addresses');
    return error.sentence.split('\n');
  }
  return [];
}

test.each([
  ['50', '50'],
  ['50 %', '50'],
  ['33,5', '33.5'],
  ['100.0', '100'],
  ['0.0000001', '0.0000001'],
])('the allocation %j is read as %s', (typed, allocation) => {
  expect(parse(`cold | ${COLD} | ${typed}`)[0]?.allocation).toBe(allocation);
});

test.each(['', 'half', '-5', '1,000', '1e3'])('the allocation %j is refused', (typed) => {
  const [line] = problems(`cold | ${COLD} | ${typed}`);
  expect(line).toMatch(/^Line 1: the allocation needs a number, such as 50 or 33.5: /);
});

test.each([
  ['co\u200Bld', 'Character 3 is invisible.'],
  ['co\u0007ld', 'Character 3 is invisible.'],
  ['cold  store', 'It has spaces that nobody sees.'],
])('the new name %j is refused', (name, why) => {
  expect(problems(`${name} | ${COLD} | 100`)).toEqual([`Line 1: its name can’t be used. ${why}`]);
});

test.each([
  ['bars without spaces', `cold|${COLD}|100`],
  ['empty lines around', `\n  \ncold | ${COLD} | 100\n\n`],
  ['a scheme of its own', `cold | btc:${COLD} | 100`],
  ['a line that nobody sees', `cold | ${COLD}\uFE0F | 100\n\u200B`],
  ['a zero-width space at each end', `\u200Bcold\u200B | ${COLD}\u200B | 100\u200B`],
])('a line is read with %s', (_, text) => {
  expect(parse(text)).toEqual([{ name: 'cold', address: COLD, allocation: '100' }]);
});

test('each problem has its line', () => {
  const typed = [
    `BTC treasury | ${TREASURY} | 60`,
    'cold',
    `hot | bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdp | 10`,
    `site | ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea | 10`,
    `again | bitcoin:${TREASURY} | 10`,
  ].join('\n');
  expect(problems(typed)).toEqual([
    'Line 2: needs name | address | allocation.',
    'Line 3: not a BTC address, or mistyped: `bc1q ar0s rrr7 xfkv y5l6 43ly dnw9 re59 gtzz wf5m dp`',
    'Line 4: a Litecoin address: `ltc1 qg42 tkwu uxef utzx ezdk del3 9gfs tuap 288m fea`',
    'Line 5: repeats line 1.',
  ]);
});

test('beside another problem, a sum other than 100 is told too', () => {
  const typed = `cold | ${COLD} | 50\nagain | ${COLD.toUpperCase()} | 40`;
  expect(problems(typed)).toEqual([
    'Line 2: repeats line 1.',
    'Allocations add up to 90, not 100.',
  ]);
});

test('a form without a line is refused', () => {
  expect(problems(' \n\n')).toEqual(['Line 1: needs name | address | allocation.']);
});

test.each([
  ['an address of another form', { external_address: 'acct-0042 north' }],
  ['a bar in its name', { address_name: 'a|b' }],
  ['an invisible character in its name', { address_name: 'a\u200Bb' }],
])('%s that the pool lists is taken as it is', (_, odd) => {
  const listed = { address_name: 'old', external_address: TREASURY, revenue_allocation: '100.0' };
  const record = recordWith([{ ...listed, ...odd }]);
  const [{ address_name: name, external_address: address }] = [{ ...listed, ...odd }];
  expect(parse(formOf(record).addresses, record)).toEqual([{ name, address, allocation: '100' }]);
});
