import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { REVENUE_CURRENCIES } from '../../src/domain/pool/currencies.js';
import { utcDateOf } from '../../src/domain/time/local-time.js';
import { revenueSeries } from '../../src/views/charts/revenue.js';
import { pictureOf } from '../../src/views/charts/render/picture.js';
import { revenueColumns } from '../../src/views/files/csv-columns/pool.js';
import { filesReply } from '../../src/views/files/file-reply.js';
import { revenueReply } from '../../src/views/pool/revenue.js';
import { dateOptions, keptRange, rangeOf, autocompleteDates } from '../shared/date-options.js';
import { keptScope, scopeOf, scopeOptions, autocompleteScope } from '../shared/scope.js';
import { definePaged } from '../shared/paged.js';

export const revenuePages = definePaged({
  kind: 'revenue',
  kept: z.object({ currency: z.enum(REVENUE_CURRENCIES), range: keptRange, scope: keptScope }),
  async show({ currency, range, scope }, turn, { pool, clock }) {
    const read = await pool.getRevenue(currency, range, scope);
    const model = revenueSeries({ currency, range, report: read.value });
    const chart = await pictureOf('revenue', model);
    const today = utcDateOf(clock.now());
    return revenueReply({ read, currency, range, scope, chart, today, pages: turn.pages });
  },
  async csv({ currency, range, scope }, { pool, attachmentLimit }) {
    const { value, ...about } = await pool.getRevenue(currency, range, scope);
    const rows = value.revenue ?? [];
    const read = { ...about, given: !!value.revenue };
    const name = `revenue-${currency}-${range.start}-to-${range.end}`;
    return filesReply(name, revenueColumns, { rows, read, attachmentLimit });
  },
});

export const revenue = defineCommand({
  name: 'revenue',
  description: 'What was earned, by day and by type',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    currency: z
      .enum(REVENUE_CURRENCIES)
      .optional()
      .describe('Currency mined (default: the server’s)'),
    ...dateOptions,
    ...scopeOptions,
  }),
  autocomplete: { ...autocompleteDates, ...autocompleteScope },
  actions: revenuePages.actions,
  examples: ['', 'from:last month', 'currency:DOGE from:2026-11-01 to:2026-11-15'],
  async run(options, context) {
    const currency = options.currency ?? context.settings.currency;
    const range = rangeOf(options, context);
    return revenuePages.open({ currency, range, scope: await scopeOf(options, context) }, context);
  },
});
