import { describe, expect, test } from 'vitest';
import type { Pool } from '../../src/pool/pool.js';
import { createRequest, moveRequest, paymentSettingsRequest } from '../../src/pool/writes.js';
import { KEY, poolThat } from './support/loopback.js';

const SITE = '7f0c6c1e-0f3f-4a4e-9a55-0d2f0a1b2c3d';
const RANGE = { start: '2026-11-01', end: '2026-11-27' };
const DAYS = { start_date: '2026-11-01', end_date: '2026-11-27' };
const POOL_PAGE = { page_number: '1', page_size: '1000' };
const POSITION_PAGE = { page_number: '1', page_size: '100' };
const DERIVATIVES_PAGE = { page: '1', page_size: '100' };

interface Case {
  call: (pool: Pool) => Promise<unknown>;
  path: string;
  query?: Record<string, string>;
}

const READS: Record<string, Case> = {
  'the summary': {
    call: (pool) => pool.summary('LTC_DOGE'),
    path: '/api/v2/pool/summary/LTC_DOGE',
  },
  'the summary of a site': {
    call: (pool) => pool.summary('BTC', { siteId: SITE }),
    path: '/api/v2/pool/summary/BTC',
    query: { site_id: SITE },
  },
  'the summary of subaccounts': {
    call: (pool) => pool.summary('BTC', { subaccounts: ['hall-1', 'hall 2'] }),
    path: '/api/v2/pool/summary/BTC',
    query: { subaccount_names: 'hall-1,hall 2' },
  },
  'the summary of an empty list of subaccounts': {
    call: (pool) => pool.summary('BTC', { subaccounts: [] }),
    path: '/api/v2/pool/summary/BTC',
  },
  revenue: {
    call: (pool) => pool.revenue('DOGE', RANGE, { siteId: SITE }),
    path: '/api/v2/pool/revenue/DOGE',
    query: { site_id: SITE, ...DAYS },
  },
  'developer fees': {
    call: (pool) => pool.devFee(RANGE, { subaccounts: ['hall-1'] }),
    path: '/api/v2/pool/dev-fee',
    query: { subaccount_names: 'hall-1', ...DAYS, ...POOL_PAGE },
  },
  subaccounts: {
    call: (pool) => pool.subaccounts(SITE),
    path: '/api/v2/pool/subaccounts',
    query: { site_id: SITE, ...POOL_PAGE },
  },
  'payment settings': {
    call: (pool) => pool.paymentSettings('BTC', { siteId: SITE }),
    path: '/api/v1/pool/payment-settings/BTC',
    query: { site_id: SITE, ...POOL_PAGE },
  },
  contracts: {
    call: (pool) => pool.contracts('USD', { status: 'ACTIVE', side: 'BUY', type: 'UPFRONT' }),
    path: '/api/v2/derivatives/contracts/USD',
    query: { status: 'ACTIVE', side: 'BUY', type: 'UPFRONT', ...DERIVATIVES_PAGE },
  },
  'a contract': {
    call: (pool) => pool.contract('c/1 ä'),
    path: '/api/v1/derivatives/contract/c%2F1%20%C3%A4',
  },
  'derivatives payments': {
    call: (pool) => pool.payments('BTC', { type: 'PAYABLE' }),
    path: '/api/v2/derivatives/payments/BTC',
    query: { type: 'PAYABLE', ...DERIVATIVES_PAGE },
  },
  positions: {
    call: (pool) => pool.positions('BTC', RANGE),
    path: '/api/v1/derivatives/positions/BTC',
    query: { ...DAYS, ...POSITION_PAGE },
  },
  balances: {
    call: (pool) => pool.balances('USD'),
    path: '/api/v1/derivatives/balances/USD',
  },
  'a page of miners': {
    call: (pool) =>
      pool.miners(
        {
          site_id: SITE,
          agent_id: SITE,
          hashing_status: 'N/A',
          healthy_status: 'failing',
          model: 'S21 Pro',
          firmware: 'LuxOS',
          sort_by: 'max_temperature',
          sort_order: 'desc',
        },
        { number: 3, size: 7 },
      ),
    path: '/api/v2/commander/miners',
    query: {
      site_id: SITE,
      agent_id: SITE,
      hashing_status: 'N/A',
      healthy_status: 'failing',
      model: 'S21 Pro',
      firmware: 'LuxOS',
      sort_by: 'max_temperature',
      sort_order: 'desc',
      page_number: '3',
      page_size: '7',
    },
  },
  'all miners': {
    call: (pool) => pool.allMiners({ healthy_status: 'failing' }),
    path: '/api/v2/commander/miners',
    query: { healthy_status: 'failing', ...POOL_PAGE },
  },
  'a fleet action': {
    call: (pool) => pool.action('a-7f0c'),
    path: '/api/v2/commander/actions/a-7f0c',
  },
};

describe('a read sends exactly its request', () => {
  test.each(Object.entries(READS))('%s', async (_, { call, path, query = {} }) => {
    const { pool, requests } = await poolThat(() => ({ json: {} }));
    await call(pool);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ method: 'GET', path, body: undefined });
    expect(requests[0]?.query).toEqual(query);
    expect(requests[0]?.headers).toMatchObject({ authorization: KEY, 'user-agent': 'Pitboss' });
  });
});

const WRITES = {
  'a move': {
    request: moveRequest('hall/1 ä', SITE),
    received: {
      method: 'PATCH',
      path: '/api/v2/pool/subaccounts/hall%2F1%20%C3%A4',
      body: { site_id: SITE },
    },
  },
  'a new subaccount': {
    request: createRequest('hall-7', SITE),
    received: {
      method: 'POST',
      path: '/api/v2/pool/subaccounts',
      body: { name: 'hall-7', site_id: SITE },
    },
  },
  'new payment settings': {
    request: paymentSettingsRequest('BTC', 'hall-1', {
      payment_frequency: 'WEEKLY',
      day_of_week: 'FRIDAY',
      addresses: [
        { address_id: 7, address_name: 'cold', external_address: 'bc1q', revenue_allocation: 60 },
        { address_name: 'new', external_address: 'bc1p', revenue_allocation: 40.5 },
      ],
    }),
    received: {
      method: 'POST',
      path: '/api/v2/pool/payment-settings/BTC/hall-1',
      body: {
        payment_frequency: 'WEEKLY',
        day_of_week: 'FRIDAY',
        addresses: [
          { address_id: 7, address_name: 'cold', external_address: 'bc1q', revenue_allocation: 60 },
          { address_name: 'new', external_address: 'bc1p', revenue_allocation: 40.5 },
        ],
      },
    },
  },
};

describe('a write sends exactly its request', () => {
  test.each(Object.entries(WRITES))('%s', async (_, { request, received }) => {
    const { pool, requests } = await poolThat(() => ({ json: { id: 'a-1' } }));
    expect((await pool.send(request)).kind).toBe('reported');
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ ...received, query: {} });
    expect(requests[0]?.body).toEqual(received.body);
    expect(requests[0]?.headers).toMatchObject({
      authorization: KEY,
      'content-type': 'application/json',
    });
  });
});

test('the prefix of the configuration stands before the key', async () => {
  const { pool, requests } = await poolThat(() => ({ json: {} }), { authPrefix: 'Bearer ' });
  await pool.balances('BTC');
  expect(requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
});

test('derivatives payments come from the earlier path where the later one is not there', async () => {
  const { pool, requests } = await poolThat(({ path }) =>
    path.includes('/v2/')
      ? { status: 404, text: '<h1>Cannot GET</h1>' }
      : { json: { payments: [{ type: 'PAYABLE', amount: 1 }] } },
  );
  const { rows } = await pool.payments('BTC', { type: 'PAYABLE' });
  expect(rows).toEqual([{ type: 'PAYABLE', amount: 1 }]);
  expect(requests[1]).toMatchObject({
    path: '/api/v1/derivatives/payments/BTC',
    query: { type: 'PAYABLE', ...DERIVATIVES_PAGE },
  });
});
