import type { Reply } from '../../domain/messages/reply.js';
import type { Read } from '../../pool-api/client.js';
import type { PaymentTotals } from '../../pool-api/lists/payments.js';
import type { DerivativesPayment, DerivativesPayments } from '../../pool-api/resources.js';
import type { Result } from '../../domain/errors/result.js';
import { answeredCurrency } from '../kit/reported-currency.js';
import { cardReply, contradictingLine, repeatedLine } from '../kit/card.js';
import { failureSentence } from '../errors/failures.js';
import { amount, count, figureCell, plural } from '../kit/figures.js';
import { listLines, pageButtons, type Pages } from '../kit/paging.js';
import { rightColumn, table } from '../kit/table.js';
import { escapeMarkdown, limitLines } from '../kit/text.js';

export interface PaymentsPage {
  readonly read: Read<DerivativesPayments>;
  /** As requested. */
  readonly currency: string;
  readonly type: string;
  /** Read separately, so it may fail while the page doesn't. */
  readonly totals: Result<PaymentTotals>;
  /** True if the earlier version of the operation had to answer. */
  readonly earlierVersion: boolean;
  readonly pages: Pages;
}

export function paymentsReply(page: PaymentsPage): Reply {
  const { read, type, totals, pages } = page;
  const currency = answeredCurrency(read.value, page.currency);
  const rows = read.value.payments ?? [];
  return cardReply({
    title: `Derivatives payments · ${escapeMarkdown(currency, 20)}`,
    lines: [
      type === 'ALL' ? 'Payable and receivable' : type,
      ...listLines(rows, (shown) => paymentsTable(shown, currency), {
        pages,
        given: !!read.value.payments,
        none: 'No payments listed.',
      }),
      ...sumLines(totals, currency),
      page.earlierVersion
        ? '-# Read with the pool’s earlier version of this list: it doesn’t offer the newer one.'
        : null,
    ],
    readAt: read.readAt,
    components: pageButtons(pages),
    ...(!totals.ok && { failure: totals.error }),
  });
}

function paymentsTable(rows: readonly DerivativesPayment[], currency: string): string {
  return table<DerivativesPayment>(
    [
      { heading: 'Date', width: 10, cell: ({ date_time }) => date_time?.slice(0, 10) ?? '–' },
      { heading: 'Type', width: 10, cell: ({ type }) => type ?? '–' },
      rightColumn(currency, 18, (each) => figureCell(each.amount, currency)),
    ],
    rows,
  );
}

function sumLines(totals: Result<PaymentTotals>, currency: string): string[] {
  if (!totals.ok) return [`⚠️ Totals not read: ${failureSentence(totals.error)}`];
  const { repeated, contradicts } = totals.value;
  return [
    ...totalLines(totals.value, currency),
    ...(repeated === true ? [repeatedLine] : []),
    ...(contradicts === true ? [contradictingLine] : []),
  ];
}

function totalLines({ byType, complete }: PaymentTotals, currency: string): string[] {
  const lines = limitLines(byType, (each) => totalLine(each, currency), {
    most: 10,
    what: 'types',
  });
  if (complete || lines.length === 0) return lines;
  const read = byType.reduce((total, { rows }) => total + rows, 0);
  return [...lines, `⚠️ Of the first ${count(read)} payments read: the list is longer.`];
}

function totalLine(
  { type, total, rows, without }: PaymentTotals['byType'][number],
  currency: string,
): string {
  const missing = without === 0 ? '' : `, ${count(without)} of them without an amount`;
  const sum = amount(total?.toFixed(), currency);
  return `${escapeMarkdown(type, 40)}: **${sum}** in ${plural(rows, 'payment')}${missing}`;
}
