import { expect, test } from 'vitest';
import { paymentTotals } from '../../src/pool-api/payments.js';
import { useConnections } from './connected-pool.js';
import { json } from './fake-pool.js';

const connect = useConnections();

test('sums are exact, by type, and what gave no amount is no zero', async () => {
  const payments = [
    { type: 'PAYABLE', amount: 0.1 },
    { type: 'PAYABLE', amount: '0.2' },
    { type: 'PAYABLE', amount: null },
    { type: 'RECEIVABLE' },
    { amount: 'n/a' },
  ];
  const { client } = await connect((_, response) =>
    json(response, { payments, pagination: { next_page_url: null } }),
  );
  const { byType, complete } = await paymentTotals(client, { currency: 'BTC' });
  expect(complete).toBe(true);
  expect(
    byType.map(({ total, ...rest }) => ({ ...rest, total: total?.toFixed() ?? null })),
  ).toEqual([
    { type: 'PAYABLE', rows: 3, without: 1, total: '0.3' },
    { type: 'RECEIVABLE', rows: 1, without: 1, total: null },
    { type: 'type not given', rows: 1, without: 1, total: null },
  ]);
});
