import { expect, test } from 'vitest';
import { UserError } from '../../../src/domain/errors/user-errors.js';
import { sum } from '../../../src/domain/numbers/numeric.js';
import { derivativesPaymentsSchema } from '../../../src/pool-api/resources.js';
import { paymentsReply, type PaymentsPage } from '../../../src/views/derivatives/payments.js';
import { inWords } from '../support/rendered.js';

function shown(totals: PaymentsPage['totals']): string {
  const value = derivativesPaymentsSchema.parse({
    payments: [{ date_time: '2026-11-01', type: 'PAYABLE', amount: 12.5 }],
  });
  const read = { value, readAt: 0, refusedSubaccounts: [], filledInAllSubaccounts: false };
  const pages = { number: 1, more: false, customId: String, csvId: 'csv' };
  const page = { read, currency: 'BTC', type: 'ALL', totals, earlierVersion: false, pages };
  return inWords(paymentsReply(page));
}

test('the page stands where its sums could not be read, and says so', () => {
  const page = shown({
    ok: false,
    error: new UserError({ title: 'No answer', sentence: 'The pool did not answer.' }),
  });
  expect(page).toContain('2026-11-01 PAYABLE');
  expect(page).toMatch(/⚠️ Totals not read: The pool did not answer/);
});

test('sums of a part say of how many payments, and not which end of the list they are', () => {
  const byType = [
    { type: 'PAYABLE', total: sum([1]), rows: 4_000, without: 0 },
    { type: 'RECEIVABLE', total: sum([2]), rows: 1_100, without: 0 },
  ];
  const page = shown({ ok: true, value: { byType, complete: false } });
  expect(page).toContain('⚠️ Of the first 5,100 payments read: the list is longer.');
  expect(page).not.toContain('newest');
});
