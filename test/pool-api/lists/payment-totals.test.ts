import { expect, test } from 'vitest';
import { paymentTotals } from '../../../src/pool-api/lists/payments.js';
import { useConnections } from '../fakes/connected-pool.js';
import { json } from '../fakes/fake-pool.js';

const connect = useConnections();

test('sums are exact, by type, and a row without an amount isn’t zero', async () => {
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

test.each([
  [50, true, 5_000],
  [51, false, 5_000],
])('of %i pages of a hundred all is said: %s', async (pages, isComplete, rows) => {
  const { client, pool } = await connect((seen, response) => {
    const number = Number(new URL(seen.url, 'http://pool').searchParams.get('page'));
    const payments = Array.from({ length: 100 }, (_, index) => ({
      date_time: `2026-11-01T00:00:00.${number * 1000 + index}Z`,
      type: 'PAYABLE',
      amount: 1,
    }));
    const next = number < pages ? `/?page=${number + 1}` : null;
    json(response, { payments, pagination: { next_page_url: next } });
  });
  const { byType, complete } = await paymentTotals(client, { currency: 'BTC' });
  expect(complete).toBe(isComplete);
  expect(byType.map((each) => [each.rows, each.total?.toFixed()])).toEqual([[rows, String(rows)]]);
  // Walking an endless list must still end.
  expect(pool.seen.length).toBeLessThanOrEqual(51);
});
