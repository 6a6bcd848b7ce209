import { z } from 'zod';
import { csvFile } from '../src/cards/kit/csv.js';
import { plural } from '../src/cards/kit/text.js';
import { minerCard, minerChoices, minersCard, type NamedFilter } from '../src/cards/miners.js';
import type { Autocomplete } from '../src/discord/command.js';
import { customId } from '../src/discord/custom-id.js';
import { choice, text } from '../src/discord/options.js';
import { cardReply, type Button, type Reply } from '../src/discord/reply.js';
import { UserError } from '../src/errors.js';
import type { Page } from '../src/pool/pool.js';
import type { Miner } from '../src/pool/schemas.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './context.js';
import { choices, siteOption, suggestSites } from './shared/options.js';
import { fileReply, incompleteLine } from './shared/paged.js';
import { siteNameOf } from './shared/site-name.js';

const PAGE_SIZE = 7;

/** What the buttons below a page remember. */
const kept = z.object({
  filter: z.object({
    site_id: z.string().optional(),
    agent_id: z.string().optional(),
    hashing_status: z.string().optional(),
    healthy_status: z.string().optional(),
    model: z.string().optional(),
    firmware: z.string().optional(),
    sort_by: z.string().optional(),
    sort_order: z.string().optional(),
  }),
  siteName: z.string().optional(),
});

/** Read page by page with the pool's own filter and order: a fleet has up to 100,000 miners. */
export const minerPages = {
  async open({ siteName, ...filter }: NamedFilter, context: Context): Promise<Reply> {
    return showPage(await context.remember({ filter, siteName }), 1, context);
  },
};

async function showPage(token: string, number: number, context: Context): Promise<Reply> {
  const { filter, siteName } = await context.recall(token, kept);
  const page = await context.pool.miners(filter, { number, size: PAGE_SIZE });
  const { rows, readAt, hasMore } = page;
  // The list has become shorter since.
  if (rows.length === 0 && number > 1) return showPage(token, 1, context);
  const isOnly = number === 1 && !hasMore;
  const card = minersCard({
    rows,
    filter: { ...filter, siteName },
    footer: isOnly ? 'Read from the pool' : `Page ${number} · read from the pool`,
    at: readAt,
    incomplete: null,
  });
  return cardReply(card, { rows: pageRows(page, token, number) });
}

function pageRows({ rows, hasMore }: Page<Miner>, token: string, number: number) {
  const turn = (label: string, to: number, isThere: boolean): Button => ({
    label,
    id: customId('miners', token, String(to)),
    disabled: !isThere,
  });
  const turns = [turn('Previous', number - 1, number > 1), turn('Next', number + 1, hasMore)];
  const miners = minerChoices(rows);
  const select = {
    select: customId('miner', token, String(number)),
    placeholder: 'Show one miner',
    options: miners,
  };
  const buttons = [
    ...(number > 1 || hasMore ? turns : []),
    ...(rows.length > 0 ? [{ label: 'CSV', id: customId('miners-csv', token) }] : []),
  ];
  return [...(miners.length > 0 ? [select] : []), ...(buttons.length > 0 ? [buttons] : [])];
}

const turnPage = defineAction({
  kind: 'miners',
  access: 'viewer',
  answers: 'update',
  args: z.tuple([z.string(), z.coerce.number().int().min(1)]),
  run: ({ args: [token, number] }, context) => showPage(token, number, context),
});

const csv = defineAction({
  kind: 'miners-csv',
  access: 'viewer',
  answers: 'private',
  args: z.tuple([z.string()]),
  async run({ args: [token] }, context) {
    const { filter } = await context.recall(token, kept);
    const list = await context.pool.allMiners(filter);
    const units = { hashrate: 'H/s', power: 'W', max_temperature: '°C' };
    return fileReply(csvFile('miners', list.rows, units), [
      `**${plural(list.rows.length, 'miner')}**, every field and digit`,
      incompleteLine(list),
    ]);
  },
});

const showOne = defineAction({
  kind: 'miner',
  access: 'viewer',
  answers: 'private',
  args: z.tuple([z.string(), z.coerce.number().int().min(1)]),
  async run({ args: [token, number], selected: [id] }, context) {
    const { pool } = context;
    const { filter } = await context.recall(token, kept);
    const isWanted = (miner: Miner) => String(miner.id) === id;
    // It may have moved to another page meanwhile.
    const page = await pool.miners(filter, { number, size: PAGE_SIZE });
    const list = page.rows.some(isWanted) ? page : await pool.allMiners(filter);
    const miner = list.rows.find(isWanted);
    if (miner === undefined)
      throw new UserError('No longer in this list', 'Run `/miners list` again.');
    const siteName = await siteNameOf(miner.site_id, context);
    const details = {
      label: 'Details',
      id: customId('miner-details', await context.remember(miner)),
    };
    const read = { value: miner, readAt: list.readAt };
    return cardReply(minerCard(read, siteName), { rows: [[details]] });
  },
});

const details = defineAction({
  kind: 'miner-details',
  access: 'viewer',
  answers: 'private',
  args: z.tuple([z.string()]),
  async run({ args: [token] }, context) {
    const miner = await context.recall(token, z.looseObject({}));
    const file = { name: 'miner.json', data: JSON.stringify(miner, null, 2) };
    return cardReply({ title: file.name, lines: ['The pool’s whole record'] }, { files: [file] });
  },
});

/** Models of the first hundred miners: there is no list of models. */
const suggestModels: Autocomplete<Context> = async (typed, { pool }) => {
  const { rows } = await pool.miners({}, { number: 1, size: 100 });
  return choices([...new Set(rows.flatMap(({ model }) => (model ? [String(model)] : [])))], typed);
};

const list = defineCommand({
  name: 'miners list',
  description: 'Miners with hashrate, temperature and status',
  access: 'viewer',
  audience: 'choose',
  options: z.object({
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
  }),
  autocomplete: { site: suggestSites, model: suggestModels },
  examples: ['', 'status:offline', 'health:failing sort:max_temperature order:desc'],
  async run({ site: typed, ...options }, context) {
    const { pool, settings } = context;
    const site = typed === undefined ? settings.site : await pool.siteNamed(typed);
    const filter = {
      site_id: site?.id,
      siteName: site?.name,
      agent_id: options.agent,
      hashing_status: options.status,
      healthy_status: options.health,
      model: options.model,
      firmware: options.firmware,
      sort_by: options.sort,
      sort_order: options.order,
    };
    return minerPages.open(filter, context);
  },
});

export const miners: CommandFile = {
  commands: [list],
  actions: [turnPage, csv, showOne, details],
};
