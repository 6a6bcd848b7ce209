import { expect, test } from 'vitest';
import type { Pool } from '../../src/pool/pool.js';
import { moveRequest } from '../../src/pool/writes.js';
import { KEY, poolThat } from './support/loopback.js';

const RANGE = { start: '2026-11-01', end: '2026-11-27' };
const DAYS = 'start_date=2026-11-01&end_date=2026-11-27';
const FULL_PAGE = 'page_number=1&page_size=1000';
const AT_SITE = { siteId: 's-1' };
const HALLS = { subaccounts: ['hall-1', 'hall 2'] };
const MINERS = { site_id: 's-1', agent_id: 'a-1', hashing_status: 'N/A', model: 'S21 Pro' };
const SORTED = {
  healthy_status: 'failing',
  firmware: 'LuxOS',
  sort_by: 'power',
  sort_order: 'desc',
};

const READS: [string, (pool: Pool) => Promise<unknown>][] = [
  ['/v2/pool/summary/LTC_DOGE', (pool) => pool.summary('LTC_DOGE')],
  ['/v2/pool/summary/BTC?site_id=s-1', (pool) => pool.summary('BTC', AT_SITE)],
  ['/v2/pool/summary/BTC?subaccount_names=hall-1%2Chall+2', (pool) => pool.summary('BTC', HALLS)],
  ['/v2/pool/summary/BTC', (pool) => pool.summary('BTC', { subaccounts: [] })],
  [`/v2/pool/revenue/DOGE?site_id=s-1&${DAYS}`, (pool) => pool.revenue('DOGE', RANGE, AT_SITE)],
  [
    `/v2/pool/dev-fee?subaccount_names=hall-1%2Chall+2&${DAYS}&${FULL_PAGE}`,
    (pool) => pool.devFee(RANGE, HALLS),
  ],
  [`/v2/pool/subaccounts?site_id=s-1&${FULL_PAGE}`, (pool) => pool.subaccounts('s-1')],
  [
    `/v1/pool/payment-settings/BTC?site_id=s-1&${FULL_PAGE}`,
    (pool) => pool.paymentSettings('BTC', AT_SITE),
  ],
  [
    '/v2/derivatives/contracts/USD?status=ACTIVE&side=BUY&page=1&page_size=100',
    (pool) => pool.contracts('USD', { status: 'ACTIVE', side: 'BUY' }),
  ],
  ['/v1/derivatives/contract/c%2F1%20%C3%A4', (pool) => pool.contract('c/1 ä')],
  [
    '/v2/derivatives/payments/BTC?type=PAYABLE&page=1&page_size=100',
    (pool) => pool.payments('BTC', { type: 'PAYABLE' }),
  ],
  [
    `/v1/derivatives/positions/BTC?${DAYS}&page_number=1&page_size=100`,
    (pool) => pool.positions('BTC', RANGE),
  ],
  ['/v1/derivatives/balances/USD', (pool) => pool.balances('USD')],
  [
    '/v2/commander/miners?site_id=s-1&agent_id=a-1&hashing_status=N%2FA&model=S21+Pro&page_number=3&page_size=7',
    (pool) => pool.miners(MINERS, { number: 3, size: 7 }),
  ],
  [
    `/v2/commander/miners?healthy_status=failing&firmware=LuxOS&sort_by=power&sort_order=desc&${FULL_PAGE}`,
    (pool) => pool.allMiners(SORTED),
  ],
  ['/v2/commander/actions/a-7f0c', (pool) => pool.action('a-7f0c')],
];

test.each(READS)('a read sends exactly its request: GET %s', async (url, call) => {
  const { pool, requests } = await poolThat(() => ({ json: { miners: [] } }));
  await call(pool);
  expect(requests).toMatchObject([{ method: 'GET', url: `/api${url}`, body: undefined }]);
  expect(requests[0]?.headers).toMatchObject({ authorization: KEY, 'user-agent': 'Pitboss' });
});

test('a write sends exactly its request', async () => {
  const { pool, requests } = await poolThat(() => ({ json: { id: 'a-1' } }));
  await pool.send(moveRequest('hall/1 ä', 's-1'));
  const url = '/api/v2/pool/subaccounts/hall%2F1%20%C3%A4';
  const headers = { authorization: KEY, 'content-type': 'application/json' };
  expect(requests).toMatchObject([{ method: 'PATCH', url, body: { site_id: 's-1' }, headers }]);
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
    query: { type: 'PAYABLE', page: '1' },
  });
});
