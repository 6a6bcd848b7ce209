import { describe, expect, test } from 'vitest';
import type { Pool } from '../../src/pool/pool.js';
import { poolThat } from './support/loopback.js';

const RANGE = { start: '2026-11-01', end: '2026-11-27' };
const MINER = {
  id: 'm-1',
  model: 'S21 Pro',
  firmware: { name: 'LuxOS', version: '2026.9' },
  hashrate: '167800000000000',
  power: 3250,
  fan_speed: [5880, 5910],
  pool: { url: 'stratum', username: 'cedar', worker: 'r1' },
};
const SUMMARY = {
  currency_type: 'BTC',
  subaccounts: [{ id: 5, name: 'hall-1', site: { id: 's-1', name: 'Cedar Ridge' } }],
  hashrate_5m: '347000000000000000',
  efficiency_5m: 0.9697,
  active_miners: 1870,
  revenue_24h: [{ currency_type: 'BTC', revenue_type: 'MINING', revenue: 0.14318063 }],
  balance: [{ currency_type: 'BTC', revenue: 0.43219156 }],
};
/** What is read, and an answer as the description has it. */
const READS: [string, (pool: Pool) => Promise<unknown>, object][] = [
  ['a summary', async (pool) => (await pool.summary('BTC')).value, SUMMARY],
  ['a miner', async (pool) => (await pool.allMiners({})).rows[0], MINER],
];
const answerWith = (body: unknown) =>
  poolThat(({ path }) => ({ json: path.includes('miners') ? { miners: [body] } : body }));

/** Rewrites every value that is no record or list. */
function eachValue(body: object, rewrite: (value: unknown) => unknown): object {
  return JSON.parse(JSON.stringify(body), (_, value: unknown) =>
    typeof value === 'object' && value !== null ? value : rewrite(value),
  );
}

const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value);
const asNumber = (value: unknown) => (/^\d{1,15}$/.test(String(value)) ? Number(value) : value);
const unknownValue = (value: unknown) => (typeof value === 'string' ? 'SOMETHING_NEW' : value);

describe.each([
  ['with every value null', (body: object) => eachValue(body, () => null)],
  ['with numbers as text', (body: object) => eachValue(body, asText)],
  ['with text as numbers', (body: object) => eachValue(body, asNumber)],
  ['with unknown values', (body: object) => eachValue(body, unknownValue)],
  ['with unknown fields', (body: object) => ({ ...body, something_new: { a: [1] } })],
  ['without any field', () => ({})],
])('%s', (_, deviate) => {
  test.each(READS)('%s is kept as it came', async (_name, call, body) => {
    const deviating = deviate(body);
    const { pool } = await answerWith(deviating);
    expect(JSON.parse(JSON.stringify(await call(pool)))).toEqual(deviating);
  });
});

test('contract details come bare or wrapped', async () => {
  const contract = { contract_id: 'c', series: { hashprice: [{ hashprice: 0.0004 }] } };
  const answers = [{ contract }, contract];
  const { pool } = await poolThat(() => ({ json: answers.shift() }));
  for (const id of ['one', 'other']) expect((await pool.contract(id)).value).toEqual(contract);
});

test('revenue comes nested or flat, and no type of it is dropped', async () => {
  const date_time = '2026-11-27T00:00:00Z';
  const mining = { currency_type: 'BTC', revenue_type: 'MINING', revenue: 0.14 };
  const referral = { currency_type: 'BTC', revenue_type: 'REFERRAL', revenue: '0.01' };
  const revenue = [
    { date_time, revenue: mining },
    { date_time, ...referral },
  ];
  const { pool } = await poolThat(() => ({ json: { revenue } }));
  expect((await pool.revenue('BTC', RANGE)).rows).toEqual([
    { date_time, ...mining },
    { date_time, ...referral },
  ]);
});

describe('a field of another shape hides nothing', () => {
  test.each([
    ['firmware as text', { firmware: 'stock' }, { firmware: { name: 'stock' } }],
    ['one fan', { fan_speed: 5880 }, { fan_speed: [5880] }],
    ['no fans as {}', { fan_speed: {} }, { fan_speed: [] }],
    ['fans with gaps', { fan_speed: [null, 4200] }, { fan_speed: [null, 4200] }],
    ['several pools', { pool: [{ url: 'a' }] }, { pool: { url: '[{"url":"a"}]' } }],
    ['a record in place of a figure', { power: { w: 5 } }, { power: '{"w":5}' }],
    ['true in place of a figure', { hashrate: true }, { hashrate: 'true' }],
  ])('%s', async (_, odd, read) => {
    const { pool } = await poolThat(() => ({ json: { miners: [{ ...MINER, ...odd }, MINER] } }));
    expect((await pool.allMiners({})).rows).toEqual([{ ...MINER, ...read }, MINER]);
  });

  test('a row that is no record', async () => {
    const { pool } = await poolThat(() => ({ json: { miners: ['m-1', null, MINER] } }));
    const { rows } = await pool.allMiners({});
    expect(rows).toEqual([{ id: 'm-1' }, { id: null }, MINER]);
  });

  test('a list whose rows are numbered', async () => {
    const { pool } = await poolThat(() => ({ json: { miners: { 0: MINER, 1: MINER } } }));
    expect((await pool.allMiners({})).rows).toEqual([MINER, MINER]);
  });

  test('a payout address in place of a list of records', async () => {
    const { pool } = await poolThat(() => ({
      json: { payment_settings: [{ addresses: 'bc1q' }] },
    }));
    const { rows } = await pool.paymentSettings('BTC');
    expect(rows).toEqual([{ addresses: [{ external_address: 'bc1q' }] }]);
  });

  test('revenue of a summary as {}', async () => {
    const { pool } = await poolThat(() => ({ json: { hashrate_5m: '5', revenue_24h: {} } }));
    expect((await pool.summary('BTC')).value).toMatchObject({ hashrate_5m: '5', revenue_24h: [] });
  });
});
