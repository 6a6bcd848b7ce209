import { z } from 'zod';
import { rangeOf } from '../src/cards/kit/typed-dates.js';
import { revenueByDay, revenueCard } from '../src/cards/revenue.js';
import { POOL_CURRENCIES } from '../src/guilds/settings.js';
import { defineCommand, type CommandFile } from './define.js';
import { about, aboutOf, choice, scopeOptions, suggestScope } from './shared/options.js';
import { definePaged } from './shared/paged.js';
import { dateRange, rangeOptions, suggestRanges } from './shared/ranges.js';

export const revenuePages = definePaged({
  kind: 'revenue',
  kept: about.extend({ currency: z.string(), range: dateRange }),
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
  options: z.object({
    currency: choice('Currency mined (default: the server’s)', currencies).optional(),
    ...rangeOptions,
    ...scopeOptions,
  }),
  autocomplete: { ...suggestRanges, ...suggestScope },
  examples: ['', 'from:last month', 'currency:DOGE from:2026-11-01 to:2026-11-15'],
  async run(typed, context) {
    const range = rangeOf(typed, context);
    return revenuePages.open({ ...(await aboutOf(typed, context)), range }, context);
  },
});

export const revenue: CommandFile = { commands: [show], actions: revenuePages.actions };
