import { z } from 'zod';
import type { NamedFilter } from '../src/cards/miners.js';
import type { Autocomplete } from '../src/discord/command.js';
import { minerReply, minersReply, modelNames } from '../src/fleet/miner-pages.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './define.js';
import { choice, choices, siteOption, suggestSites, text } from './shared/options.js';

/** A `NamedFilter`, as the buttons below a page remember it. */
const kept = z.record(z.string(), z.string());
const pageNumber = z.tuple([z.coerce.number().int().min(1)]);

const turnPage = defineAction({
  kind: 'miners',
  answers: 'update',
  kept,
  args: pageNumber,
  run: ({ kept: filter, args: [number] }, context) => minersReply(filter, number, context),
});

const csv = defineAction({
  kind: 'miners-csv',
  kept,
  run: ({ kept: filter }, context) => context.fleet.export({ ...context, filter }),
});

const cancel = defineAction({
  kind: 'export-cancel',
  answers: 'update',
  args: z.tuple([z.string()]),
  run: async ({ args: [id] }, context) => context.fleet.cancel(id, context),
});

const showOne = defineAction({
  kind: 'miner',
  kept,
  args: pageNumber,
  run: ({ kept: filter, args: [number], selected: [id] }, { pool }) =>
    minerReply({ filter, number, id }, pool),
});

const suggestModels: Autocomplete<Context> = async (typed, { pool }) =>
  choices(await modelNames(pool), typed);

const options = z.object({
  site: siteOption,
  status: choice('Hashing status', ['hashing', 'idle', 'offline', 'N/A']).optional(),
  health: choice('Health as the pool sees it', ['healthy', 'failing', 'N/A']).optional(),
  model: text('Model, as the pool writes it').optional(),
  firmware: choice('Firmware', ['LuxOS', 'Whatsminer', 'Bitmain', 'MicroBT']).optional(),
  sort: choice('Sort by', [
    'hashrate',
    'max_temperature',
    'power',
    'model',
    'firmware',
    'ip_address',
    'last_seen_at',
  ]).optional(),
  order: choice('Lowest or highest first (default: lowest)', ['asc', 'desc']).optional(),
  agent: text('Id of the agent that monitors the miner', { max: 60 }).optional(),
});

async function filterOf(
  typed: z.output<typeof options>,
  { pool, settings }: Context,
): Promise<NamedFilter> {
  const site = typed.site === undefined ? settings.site : await pool.siteNamed(typed.site);
  return {
    site_id: site?.id,
    siteName: site?.name,
    agent_id: typed.agent,
    hashing_status: typed.status,
    healthy_status: typed.health,
    model: typed.model,
    firmware: typed.firmware,
    sort_by: typed.sort,
    sort_order: typed.order,
  };
}

const ofMiners = {
  options,
  autocomplete: { site: suggestSites, model: suggestModels },
} as const;

const list = defineCommand({
  ...ofMiners,
  name: 'miners list',
  description: 'Miners with hashrate, temperature and status',
  examples: ['', 'status:offline', 'health:failing sort:max_temperature order:desc'],
  run: async (typed, context) => minersReply(await filterOf(typed, context), 1, context),
});

const exportAll = defineCommand({
  ...ofMiners,
  name: 'miners export',
  description: 'All miners as a CSV file with every field',
  examples: ['', 'status:offline', 'site:North Ridge private:True'],
  run: async (typed, context) =>
    context.fleet.export({ ...context, filter: await filterOf(typed, context) }),
});

export const miners: CommandFile = {
  commands: [list, exportAll],
  actions: [turnPage, csv, cancel, showOne],
};
