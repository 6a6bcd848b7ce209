import { z } from 'zod';
import {
  actionCard,
  actionProgress,
  actionRecords,
  failedMinerLine,
  failedMiners,
} from '../src/cards/action.js';
import { csvFile } from '../src/cards/kit/csv.js';
import { plural } from '../src/cards/kit/text.js';
import type { Autocomplete } from '../src/discord/command.js';
import { customId } from '../src/discord/custom-id.js';
import { text } from '../src/discord/options.js';
import { cardReply } from '../src/discord/reply.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './context.js';
import { listPage } from './shared/list-page.js';
import { choices } from './shared/options.js';
import { definePaged, fileReply } from './shared/paged.js';
import { siteNameOf } from './shared/site-name.js';

const failedPages = definePaged({
  kind: 'failed-miners',
  kept: z.string(),
  async list(id, { pool }) {
    const { value, readAt, refused } = await pool.action(id);
    return { rows: failedMiners(value), readAt, refused, incomplete: null };
  },
  async show(page) {
    const { rows, footer, at } = listPage(page);
    const lines = rows.length === 0 ? ['The pool names none.'] : rows.map(failedMinerLine);
    return cardReply({ title: `Failed miners · ${page.all.length}`, lines, footer, at });
  },
  fileName: () => 'failed-miners',
});

const showFailed = defineAction({
  kind: 'action-failed',
  access: 'viewer',
  answers: 'private',
  args: z.tuple([z.string()]),
  run: async ({ args: [token] }, context) =>
    failedPages.open(await context.recall(token, z.string()), context),
});

const csv = defineAction({
  kind: 'action-csv',
  access: 'viewer',
  answers: 'private',
  args: z.tuple([z.string()]),
  async run({ args: [token] }, context) {
    const { value } = await context.pool.action(await context.recall(token, z.string()));
    const miners = plural(value.miners_summary?.length ?? 0, 'miner');
    return fileReply(csvFile('fleet-action', actionRecords(value)), [
      `**${miners}**, every field and digit`,
    ]);
  },
});

const suggestActions: Autocomplete<Context> = async (typed, { guilds, guildId }) =>
  choices(await guilds.recentIds(guildId, 'action'), typed);

const status = defineCommand({
  name: 'action status',
  description: 'Progress and failures of one fleet action',
  access: 'viewer',
  audience: 'choose',
  options: z.object({ id: text('Choose a fleet action, or paste its id', { max: 200 }) }),
  autocomplete: { id: suggestActions },
  examples: ['id:a-2f1c9d1e-5b7a-4c58-9a3e-0d4b6a7c8e90'],
  async run({ id }, context) {
    const read = await context.pool.action(id);
    await context.guilds.noteId(context.guildId, 'action', id);
    const [siteName, token] = await Promise.all([
      siteNameOf(read.value.site_id, context),
      context.remember(id),
    ]);
    const { failed } = actionProgress(read.value);
    const hasFailed = (failed ?? 0) > 0 || failedMiners(read.value).length > 0;
    const buttons = [
      ...(hasFailed ? [{ label: 'Failed miners', id: customId('action-failed', token) }] : []),
      { label: 'CSV', id: customId('action-csv', token) },
    ];
    return cardReply(actionCard(read, siteName), { rows: [buttons] });
  },
});

export const action: CommandFile = {
  commands: [status],
  actions: [showFailed, csv, ...failedPages.actions],
};
