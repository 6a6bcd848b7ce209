import type { Card } from '../discord/reply.js';
import type { DerivativesPayment } from '../pool/schemas.js';
import { dayAndYear } from './contracts.js';
import { amount, amountCell, count, NOT_GIVEN, sum } from './kit/figures.js';
import { table, type Page } from './kit/table.js';
import { cell, dotted, escape } from './kit/text.js';

/** Payments of one type, or of both. */
export function paymentsCard(
  { rows, all, at }: Page<DerivativesPayment>,
  { currency, type }: { readonly currency: string; readonly type?: string | undefined },
): Card {
  return {
    title: dotted('Derivatives payments', currency, type),
    lines:
      rows.length === 0
        ? ['No payments listed.']
        : [...totals(all, currency), paymentsTable(rows, currency, at)],
  };
}

/** `RECEIVABLE **0.04306900 BTC** in 20`: amounts of different types don't add up. */
function totals(all: readonly DerivativesPayment[], currency: string): string[] {
  const types = new Set(['RECEIVABLE', 'PAYABLE', ...all.map(({ type }) => type ?? null)]);
  return [...types].flatMap((type) => {
    const amounts = all.filter((each) => (each.type ?? null) === type).map((each) => each.amount);
    if (amounts.length === 0) return [];
    const total = amount(sum(amounts), currency);
    const missing = amounts.filter((each) => sum([each]) === null).length;
    const without = missing > 0 ? `, ${count(missing)} without an amount` : '';
    return `${escape(type ?? `Type ${NOT_GIVEN}`)} **${total}** in ${count(amounts.length)}${without}`;
  });
}

function paymentsTable(rows: readonly DerivativesPayment[], currency: string, now: number): string {
  return table(
    ['Day', 'Type', currency],
    rows.map(({ date_time: date, type, amount }) => [
      dayAndYear(date, now),
      cell(type ?? '–'),
      amountCell(amount, currency),
    ]),
    ['left', 'left', 'right'],
  );
}
