import { z } from 'zod';
import { actionRecords, failedMinerLine, failedMiners } from '../src/cards/fleet-action.js';
import { MINUTE } from '../src/clock.js';
import type { Autocomplete } from '../src/discord/command.js';
import { minutesTyped } from '../src/durations.js';
import { actionReply, readAction } from '../src/fleet/read-action.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './define.js';
import { choice, choices, mayPost, text } from './shared/options.js';
import { defineCsv, definePaged } from './shared/paged.js';

const failedPages = definePaged({
  kind: 'failed-miners',
  kept: z.string(),
  async list(id, { pool }) {
    const { value, ...read } = await pool.action(id);
    return { ...read, rows: failedMiners(value), incomplete: null };
  },
  card: ({ rows, all }) => ({
    title: `Failed miners · ${all.length}`,
    lines: rows.length === 0 ? ['The pool lists none.'] : rows.map(failedMinerLine),
  }),
});

const showFailed = defineAction({
  kind: 'action-failed',
  kept: z.string(),
  run: ({ kept: id }, context) => failedPages.open(id, context),
});

const csv = defineCsv('action-csv', z.string(), async (id, { pool }) => {
  const { value } = await pool.action(id);
  return { name: 'fleet-action', records: actionRecords(value) };
});

const idOption = text('Choose a fleet action, or paste its id', { max: 200 });

const suggestActions: Autocomplete<Context> = async (typed, { guilds, guildId }) =>
  choices(await guilds.recentIds(guildId, 'action'), typed);

const status = defineCommand({
  name: 'action status',
  description: 'Progress and failures of one fleet action',
  options: z.object({ id: idOption }),
  autocomplete: { id: suggestActions },
  examples: ['id:a-2f1c9d1e-5b7a-4c58-9a3e-0d4b6a7c8e90'],
  run: ({ id }, context) => actionReply(id, context),
});

const follow = defineCommand({
  name: 'action follow',
  description: 'Follow a fleet action live in one message',
  audience: 'everyone',
  options: z.object({
    id: idOption,
    for: choice('How long to follow at most (default: 1 hour)', [
      '15 minutes',
      '1 hour',
      '6 hours',
      '24 hours',
    ]).optional(),
  }),
  autocomplete: { id: suggestActions },
  examples: ['id:a-2f1c9d1e-5b7a-4c58-9a3e-0d4b6a7c8e90 for:6 hours'],
  async run({ id, for: length = '1 hour' }, context) {
    const { clock, fleet, guildId, channelId, member } = context;
    // The message is edited as a normal post, long after its command.
    await mayPost(channelId, context);
    const { read, ...shown } = await readAction(id, context);
    const until = clock.now() + (minutesTyped(length) ?? 0) * MINUTE;
    return fleet.follow(guildId, { ...shown, action: id, by: member.id, until }, read);
  },
});

const stop = defineAction({
  kind: 'action-stop',
  answers: 'update',
  kept: z.string(),
  async run({ kept: id }, context) {
    await context.fleet.stop(context);
    return actionReply(id, context);
  },
});

export const action: CommandFile = {
  commands: [status, follow],
  actions: [showFailed, csv.action, stop, ...failedPages.actions],
};
