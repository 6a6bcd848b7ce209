import { z } from 'zod';
import {
  defineAction,
  defineCommand,
  type Action,
  type CommandGroup,
  type Context,
  type Reply,
} from '../src/command.js';
import { encodeCustomId } from '../src/domain/custom-id.js';
import { UserError } from '../src/domain/errors.js';
import type { MinerFilter } from '../src/pool-api/client.js';
import { minerReply, minersReply } from '../src/views/miners.js';
import { staleSelectionSentence } from '../src/views/paging.js';
import { siteFor, siteOption, suggestModels, suggestSites } from './options.js';
import { definePaged, moreFollow, type Turn } from './paged.js';

const PAGE_SIZE = 10;

const filterOptions = z.object({
  site: siteOption,
  status: z.enum(['hashing', 'idle', 'offline', 'N/A']).optional().describe('Hashing status'),
  health: z.enum(['healthy', 'failing', 'N/A']).optional().describe('Health as the pool sees it'),
  model: z.string().max(100).optional().describe('Model, as the pool writes it'),
  firmware: z.enum(['LuxOS', 'Whatsminer', 'Bitmain', 'MicroBT']).optional().describe('Firmware'),
  sort: z
    .enum([
      'hashrate',
      'max_temperature',
      'power',
      'model',
      'firmware',
      'ip_address',
      'last_seen_at',
    ])
    .optional()
    .describe('Sort by'),
  order: z.enum(['asc', 'desc']).optional().describe('Lowest or highest first; lowest by default'),
  agent: z.string().max(60).optional().describe('Id of the agent that watches the miner'),
});

/** What the paging buttons remember: the filter as it was asked for, its site resolved. */
const keptFilter = filterOptions
  .omit({ site: true })
  .extend({ siteId: z.string().optional(), siteName: z.string().optional() });
type KeptFilter = z.output<typeof keptFilter>;

const pages = definePaged({ kind: 'miners', kept: keptFilter, show: showPage });

const list = defineCommand({
  name: 'list',
  description: 'Miners with hashrate, temperature and status',
  access: 'viewer',
  audience: 'choose',
  options: filterOptions,
  suggest: { site: suggestSites, model: suggestModels },
  examples: ['', 'status:offline', 'health:failing sort:max_temperature order:desc'],
  async run({ site, ...filter }, context) {
    return pages.open({ ...filter, ...(await siteFor(site, context)) }, context);
  },
});

export const miners: CommandGroup = {
  name: 'miners',
  description: 'The fleet, miner by miner',
  subcommands: [list],
};

/** Shows one miner of the page in full, to whoever selected it. */
const minersOne = defineAction({
  kind: 'miners-one',
  access: 'viewer',
  answers: 'private',
  args: z.tuple([z.string(), z.coerce.number().int().min(1), z.string()]),
  fields: z.object({ values: z.array(z.string()).length(1) }),
  async run({ args: [id, number, shown], fields }, context) {
    const kept = await context.recall(id, keptFilter);
    const read = await context.pool.listMiners(filterOf(kept), { number, size: PAGE_SIZE });
    const ids = await context.recall(shown, z.array(z.string().nullable()));
    const chosen = ids[Number(fields.values[0])];
    const miner = read.value.items.find(
      (each) => chosen !== undefined && (each.id ?? null) === chosen,
    );
    if (miner === undefined) throw new UserError(staleSelectionSentence);
    return minerReply(miner, read.readAt);
  },
});

export const minersActions: readonly Action[] = [...pages.actions, minersOne];

async function showPage(kept: KeptFilter, turn: Turn, context: Context): Promise<Reply> {
  const filter = filterOf(kept);
  const read = await context.pool.listMiners(filter, { number: turn.number, size: PAGE_SIZE });
  // A fleet moves under the reader: the selection names the miners that were shown.
  const shown = await context.remember(read.value.items.map((miner) => miner.id ?? null));
  return minersReply({
    read,
    filter,
    siteName: kept.siteName,
    pages: turn.pages(moreFollow(read.value)),
    selectId: encodeCustomId(minersOne.kind, turn.stateId, String(turn.number), shown),
  });
}

function filterOf(kept: KeptFilter): MinerFilter {
  return {
    siteId: kept.siteId,
    agentId: kept.agent,
    hashingStatus: kept.status,
    healthyStatus: kept.health,
    model: kept.model,
    firmware: kept.firmware,
    sortBy: kept.sort,
    sortOrder: kept.order,
  };
}
