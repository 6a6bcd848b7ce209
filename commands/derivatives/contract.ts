import { z } from 'zod';
import { defineAction, defineCommand, type Context, type Autocomplete } from '../../src/command.js';
import { toResult } from '../../src/domain/errors/result.js';
import { contractChart } from '../../src/views/charts/contract.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import { contractReply } from '../../src/views/derivatives/contract.js';
import {
  contractSeriesColumns,
  contractSeriesRows,
} from '../../src/views/files/csv-columns/derivatives.js';
import { attachedRows } from '../../src/views/files/file-reply.js';
import { contractText } from '../../src/views/derivatives/contract-text.js';
import { idChoices } from '../shared/id-choices.js';
import { CONTRACT_SELECT } from '../../src/views/derivatives/contracts.js';
import { moneyOf } from '../../src/views/kit/reported-currency.js';

/** Ids requested here, then those in the lists, where some pools give them undocumented. */
const autocompleteContracts: Autocomplete = async (typed, { pool, recentIds, guildId }) => {
  const [recent, ...lists] = await Promise.all([
    recentIds.list(guildId, 'contract'),
    toResult(pool.listContracts('BTC', {}, { size: 100 })),
    toResult(pool.listContracts('USD', {}, { size: 100 })),
  ]);
  const items = lists.flatMap((list) => (list.ok ? list.value.value.items : []));
  const listed = items.flatMap((item) =>
    item.contract_id ? [{ id: item.contract_id, words: contractText(item) }] : [],
  );
  // As the pool lists it now, else as noted, which doesn't include its status.
  const byId = new Map([...recent, ...listed].map((each) => [each.id, each]));
  return idChoices([...byId.values()], typed);
};

export const contract = defineCommand({
  name: 'contract',
  description: 'One contract: its terms and its result day by day',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    id: z.string().trim().min(1).max(200).describe('Choose a contract, or paste its id'),
  }),
  autocomplete: { id: autocompleteContracts },
  examples: ['id:HR-2026-0142'],
  run: ({ id }, context) => showContract(id, context),
});

/** The menu below the list. */
export const contractChosen = defineAction({
  kind: CONTRACT_SELECT,
  access: 'viewer',
  answers: 'private',
  args: z.tuple([]),
  fields: z.object({ values: z.tuple([z.string().min(1)]) }),
  run: ({ fields }, context) => showContract(fields.values[0], context),
});

async function showContract(id: string, context: Context): Promise<Reply> {
  const { pool, connectedAt, recentIds, guildId, attachmentLimit } = context;
  const read = await pool.getContract(id);
  const details = read.value;
  const { status: _, ...lasting } = details;
  await recentIds.note(guildId, 'contract', { id, words: contractText(lasting), connectedAt });
  const columns = contractSeriesColumns(moneyOf(details));
  const rows = contractSeriesRows(details.series);
  const attached = await attachedRows(`contract-${id}`, columns, { rows, attachmentLimit });
  return contractReply(read, { requestedId: id, chart: await contractChart(details), attached });
}
