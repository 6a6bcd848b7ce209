import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { DERIVATIVES_CURRENCIES } from '../../src/domain/pool/currencies.js';
import { allPages, DERIVATIVES_PAGE_SIZES } from '../../src/pool-api/lists/all-pages.js';
import { FILE_BOUND } from '../../src/pool-api/lists/walk-bounds.js';
import { openList } from '../../src/pool-api/lists/walk-pages.js';
import { contractColumns } from '../../src/views/files/csv-columns/derivatives.js';
import { listReply } from '../../src/views/files/file-reply.js';
import { contractsReply } from '../../src/views/derivatives/contracts.js';
import { ROWS } from '../../src/views/kit/paging.js';
import { definePaged } from '../shared/paged.js';
import { derivativesCurrency } from './currency.js';

const kept = z.object({
  currency: z.enum(DERIVATIVES_CURRENCIES),
  status: z.enum(['ALL', 'ACTIVE', 'SETTLED']).optional(),
  side: z.enum(['ALL', 'BUY', 'SELL']).optional(),
  type: z.enum(['ALL', 'STANDARD', 'UPFRONT']).optional(),
});

export const contractPages = definePaged({
  kind: 'contracts',
  kept,
  async show({ currency, ...filter }, turn, { pool }) {
    const page = { number: turn.number, size: ROWS };
    const read = await pool.listContracts(currency, filter, page);
    return contractsReply({ ...turn.shownOf(read, ROWS), currency, filter });
  },
  async csv({ currency, ...filter }, { pool, attachmentLimit }) {
    const pages = allPages((page) => pool.listContracts(currency, filter, page), {
      sizes: DERIVATIVES_PAGE_SIZES,
      bound: FILE_BOUND,
    });
    const list = { ...(await openList(pages)), attachmentLimit };
    return listReply(`contracts-${currency}`, contractColumns, list);
  },
});

export const contracts = defineCommand({
  name: 'contracts',
  description: 'Hashrate contracts with their dates, hashrate and price',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    currency: derivativesCurrency,
    status: kept.shape.status.describe('Only active or only settled contracts'),
    side: kept.shape.side.describe('Only bought or only sold contracts'),
    type: kept.shape.type.describe('Only standard or only upfront contracts'),
  }),
  examples: ['', 'status:ACTIVE side:SELL'],
  run: async ({ currency = 'BTC', ...filter }, context) =>
    contractPages.open({ currency, ...filter }, context),
});
