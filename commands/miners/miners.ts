import { z } from 'zod';
import { defineAction, defineCommand, type CommandGroup, type Context } from '../../src/command.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { readSiteName } from '../../src/pool-api/lists/known-names.js';
import { minerReply, minersReply } from '../../src/views/fleet/miners.js';
import { ROWS, staleSelectionWords } from '../../src/views/kit/paging.js';
import { selectedMiner, selectValues } from './selected-miner.js';
import { exportCancel, exportMiners, minersExport } from './export.js';
import {
  filterOf,
  filterOptions,
  rememberFilter,
  filterInButtons,
  autocompleteFilter,
  type FilterInButtons,
} from './filter.js';
import { pageNumber } from '../shared/page-number.js';
import { definePaged, type PageRequest } from '../shared/paged.js';

export const minerPages = definePaged({
  kind: 'miners',
  kept: filterInButtons,
  show: showPage,
  csv: exportMiners,
});

const list = defineCommand({
  name: 'list',
  description: 'Miners with hashrate, temperature and status',
  access: 'viewer',
  audience: 'choose',
  options: filterOptions,
  autocomplete: autocompleteFilter,
  examples: ['', 'status:offline', 'health:failing sort:max_temperature order:desc'],
  async run(options, context) {
    return minerPages.open(await rememberFilter(options, context), context);
  },
});

/** Shows one miner of the page in full. */
const minersOne = defineAction({
  kind: 'miners-one',
  access: 'viewer',
  answers: 'private',
  args: z.tuple([z.string(), pageNumber]),
  fields: z.object({ values: z.tuple([z.string()]) }),
  async run({ args: [id, number], fields }, context) {
    const kept = await context.recall(id, filterInButtons);
    const read = await context.pool.listMiners(filterOf(kept), { number, size: ROWS });
    const miner = selectedMiner(read.value.items, fields.values[0]);
    if (miner === undefined) throw new UserError(staleSelectionWords);
    const siteName = await readSiteName(context.pool, miner.site_id);
    return minerReply(miner, { readAt: read.readAt, siteName });
  },
});

export const miners: CommandGroup = {
  name: 'miners',
  description: 'The miners of the fleet',
  subcommands: [list, minersExport],
  actions: [...minerPages.actions, minersOne, exportCancel],
};

async function showPage(
  kept: FilterInButtons,
  turn: PageRequest,
  context: Context,
): Promise<Reply> {
  const filter = filterOf(kept);
  const page = { number: turn.number, size: ROWS };
  const { read, pages: turning } = turn.shownOf(await context.pool.listMiners(filter, page), ROWS);
  return minersReply({
    read,
    filter,
    siteName: kept.siteName,
    pages: turning,
    selectId: encodeCustomId(minersOne.kind, turn.stateId, String(turn.number)),
    selectValues: selectValues(read.value.items),
  });
}
