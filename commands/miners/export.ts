import { z } from 'zod';
import { defineAction, defineCommand, type Context } from '../../src/command.js';
import type { Reply } from '../../src/domain/messages/reply.js';
import { mayUse } from '../../src/domain/guild/access.js';
import { PoolError, UserError } from '../../src/domain/errors/errors.js';
import { settlesWithin } from '../../src/domain/async/timeout.js';
import { toResult } from '../../src/domain/errors/result.js';
import type { Counted } from '../../src/exports/export-counts.js';
import { ExportEnded, type RunningExport } from '../../src/exports/running-exports.js';
import type { MinerFilter } from '../../src/pool-api/client.js';
import { minerColumns } from '../../src/views/files/csv-columns/fleet.js';
import { csvChunks } from '../../src/views/files/csv.js';
import {
  EXPORT_CANCEL,
  exportBrokenOffReply,
  exportCancelledReply,
  exportProgressReply,
  fleetExportReply,
  notRunningSentence,
  notYoursToCancelSentence,
  tooManyExportsSentence,
  type AskedExport,
} from '../../src/views/fleet/miner-export.js';
import { fileLimits, textFiles, type TextFiles } from '../../src/views/files/text-files.js';
import { filterOf, filterOptions, keepFilter, suggestFilter, type KeptFilter } from './filter.js';
import { walkFleet, type Walk } from '../../src/exports/fleet-walk.js';

export const minersExport = defineCommand({
  name: 'export',
  description: 'All miners as a CSV file, every field of each',
  access: 'viewer',
  audience: 'choose',
  options: filterOptions,
  suggest: suggestFilter,
  examples: ['', 'status:offline', 'site:North Ridge private:True'],
  async run(options, context) {
    return exportMiners(await keepFilter(options, context), context);
  },
});

export const exportCancel = defineAction({
  kind: EXPORT_CANCEL,
  access: 'viewer',
  answers: 'update',
  writes: true,
  args: z.tuple([z.string()]),
  fields: z.object({}),
  run({ args: [id] }, { exports, guildId, member, settings }) {
    const running = exports.find(guildId, id);
    // A message that may hold a file by now is left as it is.
    if (running === undefined) throw new UserError(notRunningSentence);
    if (running.requesterId !== member.userId && !mayUse('manager', member, settings.roles))
      throw new UserError(notYoursToCancelSentence(running.requesterId));
    if (!running.cancel(member.userId)) throw new UserError(notRunningSentence);
    return exportCancelledReply(member.userId);
  },
});

/** A small fleet is a file before anyone needs to be told of progress. */
const FIRST_PROGRESS_MS = 900;
const PROGRESS_MS = 1_000;

/** States of one message: how far it has come, then the files. Throws what fails at once. */
export async function* exportMiners(kept: KeptFilter, context: Context): AsyncGenerator<Reply> {
  const pool = context.pool.fresh();
  const filter = filterOf(kept);
  const asked = { filter, siteName: kept.siteName };
  const { guildId, member, channelId, isPrivate, exports, exportCounts } = context;
  const running = exports.begin({
    guildId,
    requesterId: member.userId,
    channelId: isPrivate ? null : channelId,
    asked,
  });
  if (running === null) throw new UserError(tooManyExportsSentence);
  try {
    const walk = walkFleet(pool, filter, running.signal);
    const { progress } = walk;
    const writing = writeFiles(walk, context);
    const counted = await countedOf(filter, context);
    const last = await exportCounts.last(counted);
    for (let wait = FIRST_PROGRESS_MS; !(await settlesWithin(wait, writing)); wait = PROGRESS_MS)
      yield exportProgressReply({ ...asked, progress, id: running.id, last });
    const written = await writing;
    running.settle();
    const ended = endedReply(running, asked);
    if (ended === null) refuseEmpty(written, walk);
    if (written.ended === 'complete' && progress.given && !progress.repeated)
      // For the next one's bar: whether it is kept or not, this one is whole.
      await toResult(exportCounts.note(counted, { rows: written.rows, at: context.clock.now() }));
    yield ended ?? fleetExportReply({ ...asked, progress, written });
  } finally {
    running.leave();
  }
}

/** Sorting changes no count; another key may belong to another workspace. */
async function countedOf(
  { sortBy: _by, sortOrder: _order, ...filter }: MinerFilter,
  { guildId, guilds }: Context,
): Promise<Counted> {
  const key = await guilds.keyInfo(guildId);
  return { guildId, connectedAt: key?.connectedAt ?? 0, filter };
}

function writeFiles(walk: Walk, { attachmentLimit, clock }: Context): Promise<TextFiles> {
  const time = new Date(clock.now()).toISOString().slice(0, 16).replaceAll(':', '');
  const chunks = csvChunks(minerColumns, walk.batches);
  const file = { name: `miners-${time}Z`, ending: 'csv' as const };
  return textFiles(file, chunks, fileLimits(attachmentLimit));
}

/** What ended it from outside, where that leaves no file; null otherwise. */
function endedReply({ signal }: RunningExport, asked: AskedExport): Reply | null {
  if (!(signal.reason instanceof ExportEnded)) return null;
  const { reason } = signal.reason;
  if (reason.kind === 'cancelled') return exportCancelledReply(reason.byUserId);
  return reason.kind === 'stopping' ? exportBrokenOffReply(asked) : null;
}

/** Nothing was read, or it is a bug: then there is no file to give, only the failure. */
function refuseEmpty({ ended, failure }: TextFiles, { progress }: Walk): void {
  if (ended !== 'failed' || failure instanceof ExportEnded) return;
  if (progress.rows === 0 || !(failure instanceof PoolError)) throw failure;
}
