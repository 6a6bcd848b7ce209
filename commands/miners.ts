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
import { findSite, siteOption, suggestModels, suggestSites } from './options.js';
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

/** What the paging buttons remember: the filter as the pool takes it, and the site's name. */
const remembered = z.object({
  filter: z.custom<MinerFilter>(isObject),
  siteName: z.string().optional(),
});
type Remembered = z.output<typeof remembered>;

const pages = definePaged<Remembered>({ kind: 'miners', kept: remembered, show: showPage });

const list = defineCommand({
  name: 'list',
  description: 'Miners with hashrate, temperature and status',
  access: 'viewer',
  audience: 'choose',
  options: filterOptions,
  suggest: { site: suggestSites, model: suggestModels },
  examples: ['', 'status:offline', 'health:failing sort:max_temperature order:desc'],
  async run(options, context) {
    return pages.open(await filterOf(options, context), context);
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
    const { filter } = await context.recall(id, remembered);
    const read = await context.pool.listMiners(filter, { number, size: PAGE_SIZE });
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

async function showPage(kept: Remembered, turn: Turn, context: Context): Promise<Reply> {
  const { filter, siteName } = kept;
  const read = await context.pool.listMiners(filter, { number: turn.number, size: PAGE_SIZE });
  // A fleet moves under the reader: the selection names the miners that were shown.
  const shown = await context.remember(read.value.items.map((miner) => miner.id ?? null));
  return minersReply({
    read,
    filter,
    ...(siteName === undefined ? {} : { siteName }),
    pages: turn.pages(moreFollow(read.value)),
    selectId: encodeCustomId(minersOne.kind, turn.stateId, String(turn.number), shown),
  });
}

async function filterOf(
  options: z.output<typeof filterOptions>,
  context: Context,
): Promise<Remembered> {
  const { siteId, siteName } = context.settings;
  const site =
    options.site === undefined
      ? siteId === undefined
        ? undefined
        : { id: siteId, name: siteName ?? siteId }
      : await findSite(options.site, context);
  const filter: MinerFilter = {
    ...(site === undefined ? {} : { siteId: site.id }),
    ...(options.agent === undefined ? {} : { agentId: options.agent }),
    ...(options.status === undefined ? {} : { hashingStatus: options.status }),
    ...(options.health === undefined ? {} : { healthyStatus: options.health }),
    ...(options.model === undefined ? {} : { model: options.model }),
    ...(options.firmware === undefined ? {} : { firmware: options.firmware }),
    ...(options.sort === undefined ? {} : { sortBy: options.sort }),
    ...(options.order === undefined ? {} : { sortOrder: options.order }),
  };
  return { filter, ...(site === undefined ? {} : { siteName: site.name }) };
}

function isObject(value: unknown): value is MinerFilter {
  return typeof value === 'object' && value !== null;
}
