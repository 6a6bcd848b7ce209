import { z } from 'zod';
import { contractCard, contractChart, contractRecords } from '../src/cards/contract.js';
import { contractName, contractsCard } from '../src/cards/contracts.js';
import { paymentsCard } from '../src/cards/derivatives-payments.js';
import { csvFile } from '../src/cards/kit/csv.js';
import { plural } from '../src/cards/kit/text.js';
import { positionRecords, positionsCard, positionsChart } from '../src/cards/positions.js';
import type { Autocomplete } from '../src/discord/command.js';
import { customId } from '../src/discord/custom-id.js';
import { choice, text } from '../src/discord/options.js';
import { cardReply } from '../src/discord/reply.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './context.js';
import { listPage } from './shared/list-page.js';
import { derivativesCurrencyOption } from './shared/options.js';
import { definePaged, fileReply, incompleteLine } from './shared/paged.js';
import { dateRange, rangeOf, rangeOptions, suggestRanges } from './shared/ranges.js';

const contractPages = definePaged({
  kind: 'contracts',
  kept: z.object({
    currency: z.string(),
    status: z.string().optional(),
    side: z.string().optional(),
    type: z.string().optional(),
  }),
  list: ({ currency, ...filter }, { pool }) => pool.contracts(currency, filter),
  show: async (page, { currency, ...filter }) =>
    cardReply(contractsCard({ ...listPage(page), currency, filter })),
  fileName: ({ currency }) => `contracts-${currency}`,
});

/** `ALL` is the pool's default. */
const chosen = (word: string | undefined) => (word === 'ALL' ? undefined : word);

const contracts = defineCommand({
  name: 'derivatives contracts',
  description: 'Hashrate contracts with their dates, hashrate and price',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    currency: derivativesCurrencyOption,
    status: choice('Only active or only settled contracts', [
      'ALL',
      'ACTIVE',
      'SETTLED',
    ]).optional(),
    side: choice('Only bought or only sold contracts', ['ALL', 'BUY', 'SELL']).optional(),
    type: choice('Only standard or only upfront contracts', [
      'ALL',
      'STANDARD',
      'UPFRONT',
    ]).optional(),
  }),
  examples: ['', 'status:ACTIVE side:SELL'],
  run({ currency = 'BTC', status, side, type }, context) {
    const filter = { status: chosen(status), side: chosen(side), type: chosen(type) };
    return contractPages.open({ currency, ...filter }, context);
  },
});

/** Ids that people used, then listed contracts, by their terms as far as the list has ids. */
const suggestContracts: Autocomplete<Context> = async (typed, { pool, guilds, guildId }) => {
  const recent = await guilds.recentIds(guildId, 'contract');
  const labels = new Map(recent.map((id) => [id, id]));
  const lists = await Promise.allSettled(['BTC', 'USD'].map((each) => pool.contracts(each)));
  for (const row of lists.flatMap((list) => (list.status === 'fulfilled' ? list.value.rows : [])))
    if (row.contract_id) labels.set(String(row.contract_id), contractName(row));
  const wanted = typed.trim().toLowerCase();
  return [...labels]
    .filter(([id, label]) => id.length <= 100 && `${label} ${id}`.toLowerCase().includes(wanted))
    .slice(0, 25)
    .map(([value, label]) => ({ label: label || value, value }));
};

const contract = defineCommand({
  name: 'derivatives contract',
  description: 'One contract: its terms and its result day by day',
  access: 'viewer',
  audience: 'choose',
  options: z.object({ id: text('Choose a contract, or paste its id', { max: 200 }) }),
  autocomplete: { id: suggestContracts },
  examples: ['id:HR-2026-0142'],
  async run({ id }, context) {
    const read = await context.pool.contract(id);
    const [chart, token] = await Promise.all([
      contractChart(read.value),
      context.remember(id),
      context.guilds.noteId(context.guildId, 'contract', id),
    ]);
    const csv = { label: 'CSV', id: customId('contract-csv', token) };
    return cardReply(contractCard(read, chart), { rows: [[csv]] });
  },
});

const contractCsv = defineAction({
  kind: 'contract-csv',
  access: 'viewer',
  answers: 'private',
  args: z.tuple([z.string()]),
  async run({ args: [token] }, context) {
    const { value } = await context.pool.contract(await context.recall(token, z.string()));
    const records = contractRecords(value);
    return fileReply(csvFile('contract', records), [
      `**${plural(records.length, 'row')}**, every field and digit`,
    ]);
  },
});

const paymentPages = definePaged({
  kind: 'derivatives-payments',
  kept: z.object({ currency: z.string(), type: z.string().optional() }),
  list: ({ currency, type }, { pool }) => pool.payments(currency, { type }),
  show: async (page, { currency, type }) =>
    cardReply(paymentsCard({ ...listPage(page), all: page.all, currency, type })),
  fileName: ({ currency }) => `derivatives-payments-${currency}`,
});

const payments = defineCommand({
  name: 'derivatives payments',
  description: 'Derivatives payments owed and received, with totals by type',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    currency: derivativesCurrencyOption,
    type: choice('Only payable or only receivable payments', [
      'ALL',
      'PAYABLE',
      'RECEIVABLE',
    ]).optional(),
  }),
  examples: ['', 'type:RECEIVABLE'],
  run: ({ currency = 'BTC', type }, context) =>
    paymentPages.open({ currency, type: chosen(type) }, context),
});

const positionsKept = z.object({ currency: z.string(), range: dateRange });

const positions = defineCommand({
  name: 'derivatives positions',
  description: 'Net position, gain or loss and margin, day by day',
  access: 'viewer',
  audience: 'choose',
  options: z.object({ currency: derivativesCurrencyOption, ...rangeOptions }),
  autocomplete: suggestRanges,
  examples: ['', 'currency:USD from:this month'],
  async run({ currency = 'BTC', ...typed }, context) {
    const range = rangeOf(typed, context, { defaultDays: 30 });
    const read = await context.pool.positions(currency, range);
    const shown = { ...read, currency, range };
    const [chart, token] = await Promise.all([
      positionsChart(shown),
      context.remember({ currency, range }),
    ]);
    const csv = { label: 'CSV', id: customId('positions-csv', token) };
    return cardReply(positionsCard(shown, chart), { rows: [[csv]] });
  },
});

const positionsCsv = defineAction({
  kind: 'positions-csv',
  access: 'viewer',
  answers: 'private',
  args: z.tuple([z.string()]),
  async run({ args: [token] }, context) {
    const { currency, range } = await context.recall(token, positionsKept);
    const read = await context.pool.positions(currency, range);
    const records = positionRecords(read.value);
    return fileReply(csvFile(`positions-${currency}`, records), [
      `**${plural(records.length, 'day')}**, every field and digit`,
      incompleteLine(read),
    ]);
  },
});

export const derivatives: CommandFile = {
  commands: [contracts, contract, payments, positions],
  actions: [...contractPages.actions, contractCsv, ...paymentPages.actions, positionsCsv],
};
