import { expect, test } from 'vitest';
import { devFee } from '../../commands/dev-fee.js';
import type { Pool } from '../../src/pool/pool.js';
import { devFeeRow } from '../../src/pool/schemas.js';
import { listOf, readingContext, run } from '../support/reading-context.js';
import { replyText } from '../support/reply-text.js';

function contextOf(rows: readonly object[]) {
  const devFee: Pool['devFee'] = async () => listOf(rows.map((row) => devFeeRow.parse(row)));
  return readingContext({ devFee });
}
const hour = (subaccount: unknown, fee: unknown, rate: unknown = '20000000000000') => ({
  datetime: '2026-11-27T05:00:00Z',
  subaccount,
  devfee_revenue: fee,
  devfee_hashrate: rate,
});
const shown = async (rows: readonly object[]) =>
  replyText(await run(devFee, ['dev-fee'], contextOf(rows))).split('\n');

test('fees are summed by subaccount, the largest first', async () => {
  const rows = [
    hour('hall-1', 0.001),
    hour('a-very-long-subaccount-name', 0.005, '30000000000000'),
    hour('hall-1', '0.002', '40000000000000'),
  ];
  expect((await shown(rows)).slice(1, 6)).toEqual([
    'Total **0.00800000** (coin not given)',
    '```',
    'Subaccount                Fee TH/s',
    'a-very-long-subac… 0.00500000   30',
    'hall-1             0.00300000   30',
  ]);
});

test('what is missing or odd is a dash, and hides no other row', async () => {
  const rows = [hour(null, null, null), hour({ id: 1 }, 0.001, 'fast')];
  expect((await shown(rows)).slice(1, 6)).toEqual([
    'Total **0.00100000** (coin not given)',
    '```',
    'Subaccount        Fee TH/s',
    '{"id":1}   0.00100000    –',
    'not given           –    –',
  ]);
  expect(await shown([])).toContain('No developer fee in these days.');
});
