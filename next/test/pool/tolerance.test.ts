import { describe, expect, test } from 'vitest';
import type { Pool } from '../../src/pool/pool.js';
import { poolThat } from './support/loopback.js';

const RANGE = { start: '2026-11-01', end: '2026-11-27' };
const SUBACCOUNT = {
  id: 5,
  name: 'hall-1',
  site: { id: 's-1', name: 'Cedar Ridge' },
  created_at: '2026-01-02T03:04:05Z',
  url: '/v2/pool/subaccounts/hall-1',
};
const PAGINATION = { page_number: 1, page_size: 100, item_count: 1, next_page_url: null };
const MINER = {
  id: 'm-1',
  ip_address: '10.11.2.26',
  model: 'S21 Pro',
  firmware: { name: 'LuxOS', version: '2026.9' },
  hashing_status: 'hashing',
  hashrate: '167800000000000',
  power: 3250,
  fan_speed: [5880, 5910],
  pool: { url: 'stratum', username: 'cedar', worker: 'r1' },
};

interface Read {
  call: (pool: Pool) => Promise<unknown>;
  body: Record<string, unknown>;
  /** The field of the body whose rows are returned; absent if the whole body is. */
  list?: string;
}

/** Each read with an answer as the description has it. */
const READS: Record<string, Read> = {
  summary: {
    call: async (pool) => (await pool.summary('BTC')).value,
    body: {
      currency_type: 'BTC',
      subaccounts: [SUBACCOUNT],
      hashrate_5m: '347000000000000000',
      efficiency_5m: 0.9697,
      active_miners: 1870,
      revenue_24h: [{ currency_type: 'BTC', revenue_type: 'MINING', revenue: 0.14318063 }],
      hashprice: [{ currency_type: 'BTC', value: 0.00041788 }],
      balance: [{ currency_type: 'BTC', revenue: 0.43219156 }],
    },
  },
  subaccounts: {
    call: async (pool) => (await pool.subaccounts()).rows,
    list: 'subaccounts',
    body: { subaccounts: [SUBACCOUNT], pagination: PAGINATION },
  },
  'payment settings': {
    call: async (pool) => (await pool.paymentSettings('BTC')).rows,
    list: 'payment_settings',
    body: {
      payment_settings: [
        {
          currency_type: 'BTC',
          subaccount: SUBACCOUNT,
          balance: 0.02781018,
          status: 'PENDING_APPROVAL',
          payment_frequency: 'DAILY',
          addresses: [{ address_id: 1, address_name: 'cold', external_address: 'bc1q' }],
        },
      ],
      pagination: PAGINATION,
    },
  },
  'developer fees': {
    call: async (pool) => (await pool.devFee(RANGE)).rows,
    list: 'devfee_data',
    body: {
      devfee_data: [
        { datetime: '2026-11-27T00:00:00Z', devfee_hashrate: '1000', devfee_revenue: 0.1 },
      ],
      pagination: PAGINATION,
    },
  },
  contracts: {
    call: async (pool) => (await pool.contracts('BTC')).rows,
    list: 'contracts',
    body: { contracts: [{ status: 'ACTIVE', side: 'BUY', unit_hashprice: 0.0004 }] },
  },
  contract: {
    call: async (pool) => (await pool.contract('c')).value,
    body: {
      contract_id: 'c',
      status: 'ACTIVE',
      series: { hashprice: [{ date: '2026-11-27', hashprice: 0.0004 }] },
    },
  },
  payments: {
    call: async (pool) => (await pool.payments('BTC')).rows,
    list: 'payments',
    body: { payments: [{ date_time: '2026-11-27T00:00:00Z', type: 'PAYABLE', amount: 0.5 }] },
  },
  positions: {
    call: async (pool) => (await pool.positions('BTC')).value,
    body: {
      currency_type: 'BTC',
      summary: { total_gain_loss: 0.0662192 },
      positions: [{ date: '2026-11-27', net_position_ph: -175 }],
    },
  },
  balances: {
    call: async (pool) => (await pool.balances('BTC')).value,
    body: { currency_type: 'BTC', current_available: { maintenance_available: 2.39 } },
  },
  miners: {
    call: async (pool) => (await pool.allMiners({})).rows,
    list: 'miners',
    body: { miners: [MINER], pagination: PAGINATION },
  },
  action: {
    call: async (pool) => (await pool.action('a')).value,
    body: {
      id: 'a',
      action_type: 'Reboot',
      status: 'PENDING',
      miners_summary: [{ miner_id: 'm-1', status: 'PENDING', failure_code: 'AUTH_FAILED' }],
    },
  },
};

/** Rewrites every value that is no record or list. */
function eachValue(body: unknown, rewrite: (value: unknown) => unknown): unknown {
  if (Array.isArray(body)) return body.map((entry: unknown) => eachValue(entry, rewrite));
  if (typeof body !== 'object' || body === null) return rewrite(body);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, eachValue(value, rewrite)]),
  );
}

const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value);
const asNumber = (value: unknown) => (/^\d{1,15}$/.test(String(value)) ? Number(value) : value);
const unknownValue = (value: unknown) => (typeof value === 'string' ? 'SOMETHING_NEW' : value);

function withUnknownFields(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withUnknownFields);
  if (typeof body !== 'object' || body === null) return body;
  const fields = Object.entries(body).map(([name, value]) => [name, withUnknownFields(value)]);
  return { ...Object.fromEntries(fields), something_new: { a: [1] } };
}

const DEVIATIONS: [string, (body: unknown) => unknown][] = [
  ['as described', (body) => body],
  ['with every value null', (body) => eachValue(body, () => null)],
  ['with numbers as text', (body) => eachValue(body, asText)],
  ['with text as numbers', (body) => eachValue(body, asNumber)],
  ['with unknown values', (body) => eachValue(body, unknownValue)],
  ['with unknown fields', withUnknownFields],
];

describe.each(Object.entries(READS))('%s', (_, { call, body, list }) => {
  test.each(DEVIATIONS)('keep every field as it came, %s', async (_, deviate) => {
    const deviating = deviate(body);
    const { pool } = await poolThat(() => ({ json: deviating }));
    const expected: unknown = list === undefined ? deviating : Object(deviating)[list];
    expect(await call(pool)).toStrictEqual(expected);
  });

  test('invent nothing where all fields are missing', async () => {
    const { pool } = await poolThat(() => ({ json: list === undefined ? {} : { [list]: [{}] } }));
    const expected = list === undefined ? {} : [{}];
    expect(JSON.parse(JSON.stringify(await call(pool)))).toEqual(expected);
  });
});

test('contract details come bare or wrapped', async () => {
  const { pool } = await poolThat(() => ({ json: { contract: READS['contract']?.body } }));
  expect((await pool.contract('c')).value).toEqual(READS['contract']?.body);
});

test('revenue comes nested or flat, and no type of it is dropped', async () => {
  const day = '2026-11-27T00:00:00Z';
  const mining = { currency_type: 'BTC', revenue_type: 'MINING', revenue: 0.14 };
  const referral = { currency_type: 'BTC', revenue_type: 'REFERRAL', revenue: '0.01' };
  const { pool } = await poolThat(() => ({
    json: {
      revenue: [
        { date_time: day, revenue: mining },
        { date_time: day, ...referral },
      ],
    },
  }));
  expect((await pool.revenue('BTC', RANGE)).rows).toEqual([
    { date_time: day, ...mining },
    { date_time: day, ...referral },
  ]);
});

describe('a field of another shape hides nothing', () => {
  const sound = { ...MINER, id: 'm-2' };
  const ODD_MINERS: [string, object, object][] = [
    ['firmware as text', { firmware: 'stock' }, { firmware: { name: 'stock' } }],
    ['one fan', { fan_speed: 5880 }, { fan_speed: [5880] }],
    ['no fans as {}', { fan_speed: {} }, { fan_speed: [] }],
    ['fans with gaps', { fan_speed: [null, 4200] }, { fan_speed: [null, 4200] }],
    ['several pools', { pool: [{ url: 'a' }] }, { pool: { url: '[{"url":"a"}]' } }],
    ['a record in place of a figure', { power: { w: 5 } }, { power: '{"w":5}' }],
    ['true in place of a figure', { hashrate: true }, { hashrate: 'true' }],
  ];

  test.each(ODD_MINERS)('%s', async (_, odd, read) => {
    const miners = [{ ...MINER, ...odd }, sound];
    const { pool } = await poolThat(() => ({ json: { miners } }));
    expect((await pool.allMiners({})).rows).toEqual([{ ...MINER, ...read }, sound]);
  });

  test('a row that is no record', async () => {
    const { pool } = await poolThat(() => ({ json: { miners: ['m-1', null, sound] } }));
    const { rows } = await pool.allMiners({});
    expect(rows).toEqual([{ value: 'm-1' }, { value: null }, sound]);
  });

  test('a site as text, addresses and revenue as {}', async () => {
    const { pool } = await poolThat(({ path }) => ({
      json: {
        subaccounts: [{ name: 'hall-1', site: 'Cedar Ridge' }],
        payment_settings: [{ balance: 1, addresses: {} }],
        ...(path.includes('summary') && { hashrate_5m: '5', revenue_24h: {} }),
      },
    }));
    expect((await pool.subaccounts()).rows).toEqual([
      { name: 'hall-1', site: { name: 'Cedar Ridge' } },
    ]);
    expect((await pool.paymentSettings('BTC')).rows).toEqual([{ balance: 1, addresses: [] }]);
    expect((await pool.summary('BTC')).value).toMatchObject({ hashrate_5m: '5', revenue_24h: [] });
  });
});
