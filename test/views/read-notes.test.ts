import { expect, test } from 'vitest';
import { balancesReply } from '../../src/views/pool/balances.js';
import { devFeeReply } from '../../src/views/pool/dev-fee.js';
import { filesReply } from '../../src/views/files/file-reply.js';
import { paymentSettingsReply } from '../../src/views/pool/payment-settings.js';
import { revenueReply } from '../../src/views/pool/revenue.js';
import { subaccountsReply } from '../../src/views/pool/subaccounts.js';
import { summaryReply } from '../../src/views/pool/summary/summary.js';
import { chart, pages, range } from './support/frame.js';
import { inWords } from './support/rendered.js';
import { empty, read } from './support/samples.js';

/** Every card says what was left out of or filled into its figures. */

const pool = read(empty);

function noted<Value>(value: Value) {
  return { value, readAt: 1, refusedSubaccounts: ['north_1'], filledInAllSubaccounts: true };
}

test.each([
  ['summary', () => summaryReply(noted(pool.summary), { currency: 'BTC' })],
  [
    'balances',
    () =>
      balancesReply({
        pool: {
          currency: 'BTC',
          scope: {},
          outcome: { ok: true, value: noted(pool.summary) },
        },
        derivatives: [],
      }),
  ],
  [
    'revenue',
    () =>
      revenueReply({
        read: noted(pool.revenue),
        currency: 'BTC',
        range,
        scope: {},
        chart,
        today: '2026-11-20',
        pages: () => pages,
      }),
  ],
  [
    'developer fee',
    () => devFeeReply({ read: noted([]), range, scope: {}, chart, pages: () => pages }),
  ],
  ['subaccounts', () => subaccountsReply({ read: noted({ items: [], pagination: null }), pages })],
  [
    'payment settings',
    () =>
      paymentSettingsReply({
        read: noted({ items: [], pagination: null }),
        currency: 'BTC',
        scope: {},
        pages,
      }),
  ],
  ['a file', () => filesReply('rows', [], { rows: [], read: noted([]) })],
])('%s', async (_, reply) => {
  const text = inWords(await reply());
  expect(text).toContain(String.raw`⚠️ Not in these figures: north\_1.`);
  expect(text).toContain('asked for every subaccount it lists by name');
});
