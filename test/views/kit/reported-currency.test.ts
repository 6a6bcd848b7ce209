import { expect, test } from 'vitest';
import {
  derivativesBalancesSchema,
  derivativesPaymentsSchema,
  positionHistorySchema,
  summarySchema,
} from '../../../src/pool-api/resources.js';
import { balancesReply } from '../../../src/views/pool/balances.js';
import { derivativesCard } from '../../../src/views/daily/daily-fleet.js';
import { paymentsReply } from '../../../src/views/derivatives/payments.js';
import { positionsReply } from '../../../src/views/derivatives/positions.js';
import { currencyTitle } from '../../../src/views/kit/reported-currency.js';
import { summaryReply } from '../../../src/views/pool/summary/summary.js';
import { attached } from '../support/attached.js';
import { chart } from '../support/frame.js';
import { inWords } from '../support/rendered.js';

test('titles name both coins of LTC_DOGE', () => {
  expect(['LTC_DOGE', 'BTC'].map(currencyTitle)).toEqual(['LTC + DOGE', 'BTC']);
});

const notes = { readAt: 0, refusedSubaccounts: [], filledInAllSubaccounts: false };
const pages = { number: 1, more: false, customId: String, csvId: 'csv' };

function positionsIn(currency_type: string | null): string {
  const history = positionHistorySchema.parse({
    currency_type,
    summary: { total_gain_loss: 12.5 },
  });
  return inWords(
    positionsReply({
      history,
      read: { value: [], ...notes },
      currency: 'BTC',
      range: { start: '2026-11-01', end: '2026-11-02', clamped: false },
      chart,
      attached,
    }),
  );
}

function paymentsIn(currency_type: string | null): string {
  const value = derivativesPaymentsSchema.parse({
    currency_type,
    payments: [{ date_time: '2026-11-01', type: 'PAYABLE', amount: 12.5 }],
  });
  const totals = { ok: true, value: { byType: [], complete: true } } as const;
  const shown = { currency: 'BTC', type: 'ALL', totals, earlierVersion: false, pages };
  return inWords(paymentsReply({ ...shown, read: { value, ...notes } }));
}

test('positions stand in the currency the pool answered with, else in the one asked for', () => {
  expect(positionsIn('USD')).toContain('Total: +12.50 USD');
  expect(positionsIn('USD')).not.toContain('BTC');
  expect(positionsIn(null)).toContain('Total: +12.50000000 BTC');
});

test('payments stand in the currency the pool answered with, else in the one asked for', () => {
  expect(paymentsIn('USD')).toMatch(/PAYABLE +12\.50\n/);
  expect(paymentsIn('USD')).not.toContain('BTC');
  expect(paymentsIn(null)).toContain('Derivatives payments · BTC');
});

function balancesIn(currency_type: string | null): string {
  const value = derivativesBalancesSchema.parse({
    currency_type,
    current_margin_balance: { effective_margin_balance: 12.5 },
  });
  const outcome = { ok: true, value: { value, ...notes } } as const;
  const parts = [{ currency: 'BTC', outcome } as const];
  const post = derivativesCard(parts) ?? {};
  return [balancesReply({ pool: null, derivatives: parts }), { embeds: [post] }]
    .map((reply) => inWords(reply))
    .join('\n');
}

test('balances stand in it on their card and in the daily post, also where it is an empty text', () => {
  expect(balancesIn('USD').match(/12\.50 USD/g)).toHaveLength(2);
  expect(balancesIn('USD')).toContain('# Derivatives balances · USD');
  expect(balancesIn('USD')).not.toContain('BTC');
  for (const unsaid of [null, ''])
    expect(balancesIn(unsaid).match(/12\.50000000 BTC/g)).toHaveLength(2);
});

test('so does the summary', () => {
  const scope = { currency: 'BTC' };
  const value = summarySchema.parse({ currency_type: '' });
  expect(inWords(summaryReply({ value, ...notes }, scope))).toContain('Pool summary · BTC');
});

test('an entry that names no currency is given none: neither the one asked for, nor a pair that is no coin', () => {
  const value = summarySchema.parse({
    currency_type: 'LTC_DOGE',
    hashprice: [{ value: 48.12 }, { currency_type: 'LTC', value: 0.5 }],
    balance: [{ currency_type: null, revenue: 5 }, { revenue: null }],
    revenue_24h: [{ currency_type: '', revenue_type: 'MINING', revenue: '7.10' }],
  });
  const scope = { currency: 'LTC_DOGE' };
  const card = inWords(summaryReply({ value, ...notes }, scope));
  expect(card).toContain('**48.12 per PH/s per day, currency not given**\n**0.5 LTC/PH/s/day**\n');
  expect(card).toContain('**5, currency not given**\n**not given**');
  expect(card).toContain('**7.10, currency not given** · MINING\n');
  expect(card).not.toMatch(/\d LTC\\?_DOGE/);
});
