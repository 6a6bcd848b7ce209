import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { DERIVATIVES_CURRENCIES } from '../../src/domain/pool/currencies.js';
import { toResult } from '../../src/domain/errors/result.js';
import { allPayments, paymentTotals, readPayments } from '../../src/pool-api/lists/payments.js';
import { FILE_BOUND } from '../../src/pool-api/lists/walk-bounds.js';
import { openList } from '../../src/pool-api/lists/walk-pages.js';
import { answeredCurrency } from '../../src/views/kit/reported-currency.js';
import { derivativesPaymentColumns } from '../../src/views/files/csv-columns/derivatives.js';
import { listReply } from '../../src/views/files/file-reply.js';
import { paymentsReply } from '../../src/views/derivatives/payments.js';
import { ROWS } from '../../src/views/kit/paging.js';
import { definePaged } from '../shared/paged.js';
import { derivativesCurrency } from './currency.js';

const kept = z.object({
  currency: z.enum(DERIVATIVES_CURRENCIES),
  type: z.enum(['ALL', 'PAYABLE', 'RECEIVABLE']),
});

export const paymentPages = definePaged({
  kind: 'payments',
  kept,
  async show(query, turn, { pool }) {
    const [{ read, earlierVersion }, totals] = await Promise.all([
      readPayments(pool, query, { number: turn.number, size: ROWS }),
      toResult(paymentTotals(pool, query)),
    ]);
    const { payments, pagination = null } = read.value;
    const listed = { ...read, value: { items: payments ?? [], pagination } };
    const shown = turn.shownOf(listed, ROWS);
    const value = { ...read.value, payments: payments && [...shown.read.value.items] };
    const { pages } = shown;
    return paymentsReply({ ...query, read: { ...read, value }, earlierVersion, totals, pages });
  },
  async csv(query, { pool, attachmentLimit }) {
    let currency: string = query.currency;
    const pages = allPayments(pool, query, {
      bound: FILE_BOUND,
      onAnswer: (answer) => void (currency = answeredCurrency(answer, currency)),
    });
    const list = { ...(await openList(pages)), attachmentLimit };
    const columns = derivativesPaymentColumns(currency);
    return listReply(`derivatives-payments-${currency}`, columns, list);
  },
});

export const payments = defineCommand({
  name: 'payments',
  description: 'Derivatives payments owed and received, with totals by type',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    currency: derivativesCurrency,
    type: kept.shape.type.optional().describe('Only payable or only receivable payments'),
  }),
  examples: ['', 'type:RECEIVABLE'],
  run: async ({ currency = 'BTC', type = 'ALL' }, context) =>
    paymentPages.open({ currency, type }, context),
});
