import { z } from 'zod';
import { devFeeCard, devFeeChart, feesBySubaccount } from '../src/cards/dev-fee.js';
import { cardReply } from '../src/discord/reply.js';
import { defineCommand, type CommandFile } from './context.js';
import { listPage } from './shared/list-page.js';
import { namedScope, scopeOf, scopeOptions, suggestScope } from './shared/options.js';
import { definePaged } from './shared/paged.js';
import { dateRange, rangeOf, rangeOptions, suggestRanges } from './shared/ranges.js';

const pages = definePaged({
  kind: 'dev-fee',
  kept: z.object({ range: dateRange, place: namedScope }),
  async list({ range, place }, { pool }) {
    const list = await pool.devFee(range, place.scope);
    return { ...list, rows: feesBySubaccount(list.rows) };
  },
  async show(page, { range, place }, { clock }) {
    const { all } = page;
    const chart = await devFeeChart(all, range);
    const card = { ...listPage(page), all, range, scope: place.title, chart, now: clock.now() };
    return cardReply(devFeeCard(card));
  },
  csv: async (rows) => rows.flatMap(({ hours }) => hours),
  units: { devfee_hashrate: 'H/s' },
  fileName: () => 'dev-fee',
});

const show = defineCommand({
  name: 'dev-fee',
  description: 'Firmware developer fees by subaccount',
  access: 'viewer',
  audience: 'choose',
  options: z.object({ ...rangeOptions, ...scopeOptions }),
  autocomplete: { ...suggestRanges, ...suggestScope },
  examples: ['', 'from:last 7 days site:North Ridge'],
  async run(typed, context) {
    const range = rangeOf(typed, context, { defaultDays: 30 });
    return pages.open({ range, place: await scopeOf(typed, context) }, context);
  },
});

export const devFee: CommandFile = { commands: [show], actions: pages.actions };
