import { z } from 'zod';
import {
  contractCard,
  contractName,
  contractRecords,
  contractsCard,
  paymentsCard,
} from '../src/cards/contracts.js';
import { incompleteLine } from '../src/cards/failures.js';
import { rangeOf } from '../src/cards/kit/typed-dates.js';
import { positionRecords, positionsCard } from '../src/cards/positions.js';
import type { Autocomplete } from '../src/discord/command.js';
import { defineCommand, type CommandFile, type Context } from './define.js';
import { choice, text } from './shared/options.js';
import { defineCsv, definePaged } from './shared/paged.js';
import { dateRange, rangeOptions, suggestRanges } from './shared/ranges.js';

const currency = choice('Currency (default: BTC)', ['BTC', 'USD']).default('BTC');

/** One of two words, or both: `ALL` is the pool's default. */
const either = (description: string, one: string, other: string) =>
  choice(description, ['ALL', one, other])
    .optional()
    .transform((word) => (word === 'ALL' ? undefined : word));

const contractOptions = z.object({
  currency,
  status: either('Only active or only settled contracts', 'ACTIVE', 'SETTLED'),
  side: either('Only bought or only sold contracts', 'BUY', 'SELL'),
  type: either('Only standard or only upfront contracts', 'STANDARD', 'UPFRONT'),
});

const contractPages = definePaged({
  kind: 'contracts',
  kept: contractOptions,
  list: ({ currency, ...filter }, { pool }) => pool.contracts(currency, filter),
  card: contractsCard,
  fileName: ({ currency }) => `contracts-${currency}`,
});

const contracts = defineCommand({
  name: 'derivatives contracts',
  description: 'Hashrate contracts with their dates, hashrate and price',
  options: contractOptions,
  examples: ['', 'status:ACTIVE side:SELL'],
  run: contractPages.open,
});

/** Ids that people used, then listed contracts that have an id, by their terms. */
const suggestContracts: Autocomplete<Context> = async (typed, { pool, guilds, guildId }) => {
  const recent = await guilds.recentIds(guildId, 'contract');
  const labels = new Map(recent.map((id) => [id, id]));
  const lists = await Promise.allSettled(['BTC', 'USD'].map((each) => pool.contracts(each)));
  for (const row of lists.flatMap((list) => (list.status === 'fulfilled' ? list.value.rows : [])))
    if (row.contract_id) labels.set(String(row.contract_id), contractName(row));
  const wanted = typed.trim().toLowerCase();
  return [...labels]
    .filter(([id, label]) => `${label} ${id}`.toLowerCase().includes(wanted))
    .map(([value, label]) => ({ label: label || value, value }));
};

const contractCsv = defineCsv('contract-csv', z.string(), async (id, { pool }) => {
  const { value } = await pool.contract(id);
  return { name: 'contract', records: contractRecords(value) };
});

const contract = defineCommand({
  name: 'derivatives contract',
  description: 'One contract: its terms and its result day by day',
  options: z.object({ id: text('Choose a contract, or paste its id', { max: 200 }) }),
  autocomplete: { id: suggestContracts },
  examples: ['id:HR-2026-0142'],
  async run({ id }, context) {
    const read = await context.pool.contract(id);
    await context.guilds.noteId(context.guildId, 'contract', id);
    return contractCsv.below(contractCard(read), id, context);
  },
});

const paymentOptions = z.object({
  currency,
  type: either('Only payable or only receivable payments', 'PAYABLE', 'RECEIVABLE'),
});

const paymentPages = definePaged({
  kind: 'derivatives-payments',
  kept: paymentOptions,
  list: ({ currency, type }, { pool }) => pool.payments(currency, { type }),
  card: paymentsCard,
  fileName: ({ currency }) => `derivatives-payments-${currency}`,
});

const payments = defineCommand({
  name: 'derivatives payments',
  description: 'Derivatives payments owed and received, with totals by type',
  options: paymentOptions,
  examples: ['', 'type:RECEIVABLE'],
  run: paymentPages.open,
});

const positionsKept = z.object({ currency: z.string(), range: dateRange });

const positionsCsv = defineCsv('positions-csv', positionsKept, async (kept, { pool }) => {
  const read = await pool.positions(kept.currency, kept.range);
  const records = positionRecords(read.value);
  return { name: `positions-${kept.currency}`, records, incomplete: incompleteLine(read) };
});

const positions = defineCommand({
  name: 'derivatives positions',
  description: 'Net position, gain or loss and margin, day by day',
  options: z.object({ currency, ...rangeOptions }),
  autocomplete: suggestRanges,
  examples: ['', 'currency:USD from:this month'],
  async run({ currency, ...typed }, context) {
    const wanted = { currency, range: rangeOf(typed, context) };
    const read = await context.pool.positions(currency, wanted.range);
    return positionsCsv.below(positionsCard(read, wanted), wanted, context);
  },
});

export const derivatives: CommandFile = {
  commands: [contracts, contract, payments, positions],
  actions: [
    ...contractPages.actions,
    contractCsv.action,
    ...paymentPages.actions,
    positionsCsv.action,
  ],
};
