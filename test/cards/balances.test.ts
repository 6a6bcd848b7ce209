import { expect, test } from 'vitest';
import { balances } from '../../commands/balances.js';
import type { Pool } from '../../src/pool/pool.js';
import { PoolError } from '../../src/pool/pool-error.js';
import { derivativesBalances, summary } from '../../src/pool/schemas.js';
import { press, readingContext, readOf, run } from '../support/reading-context.js';
import { replyText } from '../support/reply-text.js';

const BTC = {
  current_available: { initial_buffer_available: 2.39057389 },
  current_margin_balance: { unrealized_margin_balance: -0.058088 },
  current_margin_requirement: { initial_buffer_pct: 0.5 },
};
const USD = {
  current_available: { initial_buffer_available: '293937.84' },
  current_margin_balance: 'unclear',
};

function contextOf(rest: Partial<Pool> = {}) {
  const balance = [{ currency_type: 'BTC', revenue: 0.43219156 }];
  return readingContext({
    summary: async () => readOf(summary.parse({ balance })),
    balances: async (currency) => readOf(derivativesBalances.parse(currency === 'BTC' ? BTC : USD)),
    ...rest,
  });
}
const shown = async (options: Record<string, unknown> = {}, rest: Partial<Pool> = {}) =>
  replyText(await run(balances, ['balances', options], contextOf(rest))).split('\n');

test('a part that failed is a line, and the rest stands', async () => {
  const failed = async (currency: string) => {
    if (currency === 'USD') throw new PoolError('forbidden', { status: 403 });
    return readOf(derivativesBalances.parse(BTC));
  };
  const summaryFailed = () => Promise.reject(new PoolError('unreachable'));
  const card = await shown({}, { balances: failed, summary: summaryFailed });
  expect(card.slice(1, 5)).toEqual([
    '⚠️ Pool: no answer from the pool',
    '⚠️ Derivatives USD: no access (403)',
    '```',
    'Derivatives         BTC',
  ]);
});

test('if every part failed, the command does', async () => {
  const failed = () => Promise.reject(new PoolError('unreachable'));
  await expect(shown({}, { balances: failed, summary: failed })).rejects.toBeInstanceOf(PoolError);
});

test('the file has every field of every part', async () => {
  const context = contextOf();
  const card = await run(balances, ['balances'], context);
  const { files } = await press(balances, [card, 'CSV'], context);
  const [head, ...rows] = String(files?.[0]?.data).trimEnd().split('\r\n');
  expect(head).toContain('current_margin_requirement.initial_buffer_pct');
  expect(rows.map((row) => row.split(',')[0])).toEqual(['pool', 'derivatives', 'derivatives']);
});
