import type { ErrorWords } from '../../domain/errors/user-errors.js';
import type { Reply } from '../../domain/messages/reply.js';
import type { MinerFilter } from '../../pool-api/client.js';
import { encodeCustomId } from '../../domain/custom-id.js';
import { button, buttonRow } from '../kit/buttons.js';
import { indeterminateBar, progressBar } from '../kit/progress-bar.js';
import { cardReply, readNotes, type ReadNotes } from '../kit/card.js';
import { failureSentence } from '../errors/failures.js';
import { packingLines } from '../files/file-reply.js';
import { groupThousands, plural } from '../kit/figures.js';
import { filterLine } from './miners.js';
import type { TextFiles } from '../files/attachment-files.js';
import { timestamp } from '../kit/times.js';

/** How far reading has got. The total is never known. */
export interface ExportProgress {
  /** Pages that had rows. */
  readonly pages: number;
  readonly rows: number;
  /** Rows whose id came before: the list shifted, so as many others may be missing. */
  readonly twice: number;
  /** About the pages so far. */
  readonly notes: ReadNotes;
  /** When the last page came, in ms; null before the first. */
  readonly readAt: number | null;
}

/** Kind of the button that ends an export; its argument is the export's id. */
export const EXPORT_CANCEL = 'export-cancel';

export interface ExportRequest {
  readonly filter: MinerFilter;
  readonly siteName?: string | undefined;
}

interface ExportReport extends ExportRequest {
  readonly progress: ExportProgress;
}

interface ExportProgressReport extends ExportReport {
  readonly id: string;
  /** The last complete export with this filter. */
  readonly last: { readonly rows: number; readonly at: number } | undefined;
}

export function exportProgressReply({
  filter,
  siteName,
  progress,
  id,
  last,
}: ExportProgressReport): Reply {
  return cardReply({
    title: 'Exporting miners',
    lines: [
      filterLine(filter, siteName),
      `${barOf(progress, last)} **${plural(progress.rows, 'miner')}** so far`,
      barLine(progress, last),
      progress.readAt === null
        ? '-# The pool hasn’t sent a page yet. If this doesn’t change within a minute, run the command again.'
        : `-# Page ${groupThousands(String(progress.pages))} came from the pool ${timestamp(progress.readAt, 'R')}. If that gets old, the bot was restarted: run the command again.`,
    ],
    components: [buttonRow([button('Cancel the export', encodeCustomId(EXPORT_CANCEL, id))])],
  });
}

/** Relative to the last complete export, if any. */
function barOf({ rows, pages }: ExportProgress, last: ExportProgressReport['last']): string {
  return last === undefined || rows > last.rows
    ? indeterminateBar(pages)
    : progressBar(rows / last.rows);
}

function barLine({ rows }: ExportProgress, last: ExportProgressReport['last']): string {
  if (last === undefined) return '-# The total shows at the end: the pool gives none to rely on.';
  const before = `the last complete export ${timestamp(last.at, 'R')}, which had ${plural(last.rows, 'miner')}`;
  return rows > last.rows
    ? `-# More than in ${before}. The new total shows at the end.`
    : `-# Compared with ${before}. The new total shows at the end.`;
}

export function fleetExportReply(report: ExportReport & { readonly written: TextFiles }): Reply {
  const { filter, siteName, progress, written } = report;
  const isWhole = written.ended === 'complete';
  return cardReply({
    title: titleOf(written),
    tone: isWhole && isSound(progress) ? 'neutral' : 'warning',
    lines: [
      filterLine(filter, siteName),
      written.rows === 0 && isWhole
        ? emptyLine(progress)
        : `**${plural(written.rows, 'miner')}**, all fields, full precision.`,
      missingLine(written, progress),
      movedLine(progress),
      readNotes(progress.notes),
      ...packingLines(written.files),
    ],
    ...(progress.readAt === null ? {} : { readAt: progress.readAt }),
    files: written.files,
  });
}

/** False if a miner may be missing. */
function isSound({ twice, notes }: ExportProgress): boolean {
  return twice === 0 && readNotes(notes) === null;
}

function emptyLine({ notes }: ExportProgress): string {
  return notes.given === false
    ? 'There are no rows: the file has only its headings.'
    : 'No miners match: the file has only its headings.';
}

function titleOf({ rows, ended }: TextFiles): string {
  if (ended !== 'complete') return 'INCOMPLETE: not all miners are in this file';
  return rows === 0 ? 'No rows for a file' : 'Your miners';
}

/** What the file lacks, and why. */
function missingLine(
  { ended, failure, rows }: TextFiles,
  { pages }: ExportProgress,
): string | null {
  if (ended === 'complete') return null;
  if (ended === 'limit')
    return `⚠️ Missing: all miners after the first ${groupThousands(String(rows))}. The rest doesn’t fit in the files that Discord accepts. Export by site, status or model instead.`;
  const missing = `⚠️ Missing: every miner from the pool’s page ${pages + 1} on. Nobody knows how many that is.`;
  return `${missing} ${isTooLong(failure) ? tooLongSentence : failureSentence(failure)}`;
}

function isTooLong(failure: unknown): boolean {
  return failure instanceof Error && failure.name === 'ExportEnded';
}

const tooLongSentence =
  'The pool answered so slowly that the export ran out of time. Export by site, status or model instead.';

function movedLine({ twice }: ExportProgress): string | null {
  if (twice === 0) return null;
  const came = twice === 1 ? 'One miner came' : `${plural(twice, 'miner')} came`;
  return `⚠️ ${came} twice: the fleet changed while it was read, page by page. Both rows are in the file, and others may be missing. Sort by \`ip_address\` to make this less likely.`;
}

export function exportCancelledReply(byUserId: string): Reply {
  return cardReply({
    title: 'Export cancelled',
    lines: [`Cancelled by <@${byUserId}>. What had been read was discarded.`],
  });
}

export function exportRemovedReply(): Reply {
  return cardReply({
    title: 'Export ended',
    lines: ['Pitboss was removed from this server. What had been read was discarded.'],
  });
}

/** Without `request` if the process was killed: nothing else knows the filter. */
export function exportBrokenOffReply(request?: ExportRequest): Reply {
  return cardReply({
    title: 'Export interrupted',
    tone: 'warning',
    lines: [
      request === undefined ? null : filterLine(request.filter, request.siteName),
      '**The bot was restarted before the file was ready**, so there is none. Run `/miners export` again, with the same filter.',
    ],
  });
}

export const exportEndedWords = {
  title: 'The export has ended',
  sentence: 'This export has just ended. Its message says how.',
};

export const keyGoneWords = {
  title: 'Another API key',
  sentence:
    'This server’s API key was replaced or deleted just as the export began, so nothing was read. Run it again.',
};

export const tooManyExportsWords = {
  title: 'Too many exports',
  sentence: 'Too many exports are running right now. Wait until one is done, or cancel one.',
};

export function notYoursToCancelWords(requesterId: string): ErrorWords {
  return {
    title: 'Not yours to cancel',
    sentence: `Only <@${requesterId}>, who started this export, or a manager can cancel it.`,
  };
}
