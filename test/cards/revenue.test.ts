import { expect, test } from 'vitest';
import { revenue } from '../../commands/revenue.js';
import { revenueRow, type RevenueRow } from '../../src/pool/schemas.js';
import { listOf, readingContext, run } from '../support/reading-context.js';
import { replyText } from '../support/reply-text.js';

// Today is 28 November, so the newest finished day is the 27th.
const dayOf = (ago: number) =>
  new Date(Date.parse('2026-11-28T00:00:00Z') - ago * 86_400_000).toISOString();
const row = (ago: number, revenue: unknown, rest: object = {}) =>
  revenueRow.parse({
    date_time: dayOf(ago),
    revenue: { currency_type: 'BTC', revenue_type: 'MINING', revenue, ...rest },
  });

async function shown(rows: readonly RevenueRow[], options: Record<string, unknown> = {}) {
  const context = readingContext({ revenue: async () => listOf(rows) });
  return replyText(await run(revenue, ['revenue', options], context)).split('\n');
}

test('a day that the pool has not counted yet is no zero', async () => {
  expect(await shown([], { to: '2026-11-10' })).toContain('No revenue in these days.');
  const card = await shown([row(2, 0.14), row(3, null)]);
  expect(card.slice(1, 8)).toEqual([
    'Total **0.14000000 BTC** in 1 day (UTC)',
    '27 Nov: not there yet',
    '```',
    'Day           BTC',
    '26 Nov 0.14000000',
    '25 Nov          –',
    '```',
  ]);
});

test('a range that ended earlier waits for no figures', async () => {
  expect(
    (await shown([row(20, 0.1)], { from: '2026-11-01', to: '2026-11-10' })).join(),
  ).not.toMatch(/not there yet|against/);
});

test('coins don’t add up: each has a total, a column and a panel', async () => {
  const coin = (currency_type: string) => ({ currency_type });
  const card = await shown([row(1, 12.5, coin('LTC')), row(1, 4100, coin('DOGE'))]);
  expect(card.slice(1, 6)).toEqual([
    'Total **12.50000000 LTC** in 1 day (UTC)',
    'Total **4,100.00000000 DOGE** in 1 day (UTC)',
    '```',
    'Day            LTC           DOGE',
    '27 Nov 12.50000000 4,100.00000000',
  ]);
  expect(card.join('\n')).toContain('Revenue: 12.5 to 12.5 LTC, last 12.5. Revenue: 4,100 to');
});
