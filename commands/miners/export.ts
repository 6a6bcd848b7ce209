import { z } from 'zod';
import { defineAction, defineCommand, type Context } from '../../src/command.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import { mayUse } from '../../src/domain/guild/access-levels.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { exportFleet } from '../../src/fleet/miner-exports/miner-export.js';
import {
  EXPORT_CANCEL,
  exportBrokenOffReply,
  exportCancelledReply,
  exportEndedWords,
  notYoursToCancelWords,
} from '../../src/views/fleet/miner-export.js';
import {
  filterOf,
  filterOptions,
  rememberFilter,
  autocompleteFilter,
  type FilterInButtons,
} from './filter.js';

export const minersExport = defineCommand({
  name: 'export',
  description: 'All miners as a CSV file with every field',
  access: 'viewer',
  audience: 'choose',
  options: filterOptions,
  autocomplete: autocompleteFilter,
  examples: ['', 'status:offline', 'site:North Ridge private:True'],
  async run(options, context) {
    return exportMiners(await rememberFilter(options, context), context);
  },
});

export const exportCancel = defineAction({
  kind: EXPORT_CANCEL,
  access: 'viewer',
  answers: 'update',
  writes: true,
  args: z.tuple([z.string()]),
  async run({ args: [id] }, { exports, guildId, member, settings }) {
    const running = await exports.find(guildId, id);
    // Its process is gone, so nothing else will take the button off its message.
    if (running === undefined) return exportBrokenOffReply();
    // The message may hold the file by now, so leave it alone.
    if (running === 'ended') throw new UserError(exportEndedWords);
    if (running.requesterId !== member.userId && !mayUse('manager', member, settings.roles))
      throw new UserError(notYoursToCancelWords(running.requesterId));
    const became = await running.cancel(member.userId);
    if (became === 'gone') return exportBrokenOffReply();
    if (became === 'ended') throw new UserError(exportEndedWords);
    return exportCancelledReply(member.userId);
  },
});

export function exportMiners(kept: FilterInButtons, context: Context): AsyncIterable<Reply> {
  return exportFleet({ filter: filterOf(kept), siteName: kept.siteName }, context);
}
