import { z } from 'zod';
import { defineCommand, type Suggest } from '../../src/command.js';
import { toResult } from '../../src/domain/errors/result.js';
import { contractChart } from '../../src/views/charts/contract.js';
import { contractReply } from '../../src/views/derivatives/contract.js';
import {
  contractSeriesColumns,
  contractSeriesRows,
} from '../../src/views/files/csv-columns/derivatives.js';
import { attachedRows } from '../../src/views/files/file-reply.js';
import { idChoices } from '../shared/options.js';
import { moneyOf } from '../../src/views/kit/answered-currency.js';

/** Ids asked for here, then those in the lists: undescribed there, but some pools give them. */
const suggestContracts: Suggest = async (typed, { pool, recentIds, guildId }) => {
  const [recent, ...lists] = await Promise.all([
    recentIds.list(guildId, 'contract'),
    toResult(pool.listContracts('BTC', {}, { size: 100 })),
    toResult(pool.listContracts('USD', {}, { size: 100 })),
  ]);
  const items = lists.flatMap((list) => (list.ok ? list.value.value.items : []));
  const ids = items.map(({ contract_id }) => contract_id).filter((id) => typeof id === 'string');
  return idChoices([...new Set([...recent, ...ids])], typed);
};

export const contract = defineCommand({
  name: 'contract',
  description: 'The terms of one contract, and how it has done day by day',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
    id: z.string().trim().min(1).max(200).describe('The contract’s id, as the pool gives it'),
  }),
  suggest: { id: suggestContracts },
  examples: ['id:HR-2026-0142'],
  async run({ id }, { pool, recentIds, guildId, attachmentLimit }) {
    const read = await pool.getContract(id);
    await recentIds.note(guildId, 'contract', id);
    const details = read.value;
    const columns = contractSeriesColumns(moneyOf(details));
    const rows = contractSeriesRows(details.series);
    const attached = await attachedRows(`contract-${id}`, columns, { rows, attachmentLimit });
    return contractReply(read, { requestedId: id, chart: await contractChart(details), attached });
  },
});
