import { z } from 'zod';
import { revenueByDay, revenueCard } from '../src/cards/revenue.js';
import { choice } from '../src/discord/options.js';
import { POOL_CURRENCIES } from '../src/guilds/settings.js';
import { defineCommand, type CommandFile } from './context.js';
import { namedScope, scopeOf, scopeOptions, suggestScope } from './shared/options.js';
import { definePaged } from './shared/paged.js';
import { dateRange, rangeOf, rangeOptions, suggestRanges } from './shared/ranges.js';

export const revenuePages = definePaged({
  kind: 'revenue',
  kept: z.object({ currency: z.string(), range: dateRange, place: namedScope }),
  async list({ currency, range, place }, { pool }) {
    const list = await pool.revenue(currency, range, place.scope);
    return { ...list, rows: revenueByDay(list.rows) };
  },
  card: revenueCard,
  csv: (rows) => rows.flatMap(({ entries }) => entries),
  fileName: ({ currency }) => `revenue-${currency}`,
});

const currencies = [...POOL_CURRENCIES, 'LTC', 'DOGE'] as const;

const show = defineCommand({
  name: 'revenue',
  description: 'What was earned, by day and by type',
  access: 'viewer',
  options: z.object({
    currency: choice('Currency mined (default: the server’s)', currencies).optional(),
    ...rangeOptions,
    ...scopeOptions,
  }),
  autocomplete: { ...suggestRanges, ...suggestScope },
  examples: ['', 'from:last month', 'currency:DOGE from:2026-11-01 to:2026-11-15'],
  async run({ currency: typedCurrency, ...typed }, context) {
    const currency = typedCurrency ?? context.settings.currency;
    const [range, place] = [rangeOf(typed, context), await scopeOf(typed, context)];
    return revenuePages.open({ currency, range, place }, context);
  },
});

export const revenue: CommandFile = { commands: [show], actions: revenuePages.actions };
