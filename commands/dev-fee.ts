import { z } from 'zod';
import { devFeeCard, feesBySubaccount } from '../src/cards/dev-fee.js';
import { rangeOf } from '../src/cards/kit/typed-dates.js';
import { defineCommand, type CommandFile } from './define.js';
import { namedScope, scopeOf, scopeOptions, suggestScope } from './shared/options.js';
import { definePaged } from './shared/paged.js';
import { dateRange, rangeOptions, suggestRanges } from './shared/ranges.js';

const pages = definePaged({
  kind: 'dev-fee',
  kept: z.object({ range: dateRange, place: namedScope }),
  async list({ range, place }, { pool }) {
    const list = await pool.devFee(range, place.scope);
    return { ...list, rows: feesBySubaccount(list.rows) };
  },
  card: devFeeCard,
  csv: (rows) => rows.flatMap(({ hours }) => hours),
  units: { devfee_hashrate: 'H/s' },
});

const show = defineCommand({
  name: 'dev-fee',
  description: 'Firmware developer fees by subaccount',
  options: z.object({ ...rangeOptions, ...scopeOptions }),
  autocomplete: { ...suggestRanges, ...suggestScope },
  examples: ['', 'from:last 7 days site:North Ridge'],
  run: async (typed, context) =>
    pages.open({ range: rangeOf(typed, context), place: await scopeOf(typed, context) }, context),
});

export const devFee: CommandFile = { commands: [show], actions: pages.actions };
