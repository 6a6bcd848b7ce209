import { PoolError } from '../../domain/errors/pool-errors.js';
import { UserError } from '../../domain/errors/user-errors.js';
import { toResult } from '../../domain/errors/result.js';
import { settlesWithin } from '../../domain/async/timeout.js';
import type { Clock } from '../../domain/time/clock.js';
import type { Reply } from '../../domain/messages/reply.js';
import type { PoolClient } from '../../pool-api/client.js';
import { readSiteNames } from '../../pool-api/lists/known-names.js';
import { minerColumnsWith } from '../../views/files/csv-columns/miners.js';
import { csvChunks } from '../../views/files/csv.js';
import { fileLimits, textFiles, type TextFiles } from '../../views/files/attachment-files.js';
import {
  exportBrokenOffReply,
  exportCancelledReply,
  exportRemovedReply,
  exportProgressReply,
  fleetExportReply,
  keyGoneWords,
  tooManyExportsWords,
  type ExportRequest,
} from '../../views/fleet/miner-export.js';
import type { ExportCounts } from './export-counts.js';
import { walkFleet, type FleetWalk } from './fleet-walk.js';
import { ExportEnded, type RunningExport } from './running-export.js';
import type { RunningExports } from './running-exports.js';
import { SECOND_MS } from '../../domain/time/units.js';

/** The parts of a command's context that an export needs. */
interface FleetExportContext {
  readonly guildId: string;
  readonly member: { readonly userId: string };
  readonly pool: PoolClient;
  /** When the key that `pool` asks with was connected, in ms. */
  readonly connectedAt: number;
  readonly guilds: {
    keyInfo(guildId: string): Promise<{ readonly connectedAt: number } | null>;
  };
  readonly exports: RunningExports;
  readonly exportCounts: ExportCounts;
  readonly clock: Clock;
  readonly attachmentLimit?: number;
}

/** A small fleet is a file before anyone needs to see progress. */
const FIRST_PROGRESS_MS = 900;
const PROGRESS_MS = SECOND_MS;

/** States of one message: the progress, then the files. Throws if nothing could be read. */
export async function* exportFleet(
  request: ExportRequest,
  context: FleetExportContext,
): AsyncGenerator<Reply> {
  const pool = context.pool.fresh();
  const { guildId, connectedAt, member, guilds, exports, exportCounts, clock } = context;
  const running = exports.begin(guildId, member.userId);
  if (running === null) throw new UserError(tooManyExportsWords);
  try {
    // From here on, whatever replaces or deletes the key finds this export and ends it.
    if ((await guilds.keyInfo(guildId))?.connectedAt !== connectedAt)
      throw new UserError(keyGoneWords);
    const walk = walkFleet(pool, request.filter, running.signal);
    const { progress } = walk;
    const writing = writeFiles(walk, context);
    // Sorting doesn't change the count; a different key may belong to a different workspace.
    const { sortBy: _by, sortOrder: _order, ...filter } = request.filter;
    const counted = { guildId, connectedAt, filter };
    const last = await exportCounts.last(counted);
    for (let wait = FIRST_PROGRESS_MS; !(await settlesWithin(wait, writing)); wait = PROGRESS_MS) {
      await running.heed();
      yield exportProgressReply({ ...request, progress, id: running.id, last });
    }
    const written = await writing;
    running.settle();
    const ended = endedReply(running, request);
    if (ended === null) throwIfEmpty(written, walk);
    const { given, repeated, contradicts } = progress.notes;
    if (written.ended === 'complete' && given !== false && !repeated && !contradicts)
      // For the next export's bar. This file is complete whether or not the count can be kept.
      await toResult(exportCounts.note(counted, { rows: written.rows, at: clock.now() }));
    yield ended ?? fleetExportReply({ ...request, progress, written });
  } finally {
    running.leave();
  }
}

async function writeFiles(walk: FleetWalk, { pool, attachmentLimit, clock }: FleetExportContext) {
  const time = new Date(clock.now()).toISOString().slice(0, 16).replaceAll(':', '');
  const chunks = csvChunks(minerColumnsWith(await readSiteNames(pool)), walk.batches);
  const file = { name: `miners-${time}Z`, ending: 'csv' as const };
  return textFiles(file, chunks, fileLimits(attachmentLimit));
}

/** What to show if it was ended from outside and so has no file; otherwise null. */
function endedReply({ signal }: RunningExport, request: ExportRequest): Reply | null {
  if (!(signal.reason instanceof ExportEnded)) return null;
  const { reason } = signal.reason;
  if (reason.kind === 'cancelled') return exportCancelledReply(reason.byUserId);
  if (reason.kind === 'removed') return exportRemovedReply();
  return reason.kind === 'stopping' ? exportBrokenOffReply(request) : null;
}

/** If nothing was read, or after a bug, there is no file to give, only the failure. */
function throwIfEmpty({ ended, failure }: TextFiles, { progress }: FleetWalk): void {
  if (ended !== 'failed' || failure instanceof ExportEnded) return;
  if (progress.rows === 0 || !(failure instanceof PoolError)) throw failure;
}
