import type { Reply, ReplyFile } from '../../domain/messages/reply.js';
import { breathe } from '../../domain/async/breathe.js';
import { PoolListTooLong } from '../../domain/errors/errors.js';
import { card, readNotes, type ReadNotes } from '../kit/card.js';
import { csvChunks, type CsvColumn } from './csv.js';
import { failureSentence } from '../errors/failures.js';
import { grouped } from '../kit/figures.js';
import { lineChunks, type TextChunk } from './text-chunks.js';
import { fileLimits, textFiles, type NamedFile } from './text-files.js';

interface Rows<Row> {
  readonly rows: readonly Row[];
  /** Most bytes of one file where it is shown, as in a command's context. */
  readonly attachmentLimit?: number | undefined;
}

interface Batches<Row> extends Pick<Rows<Row>, 'attachmentLimit'> {
  /** The same rows each time that they are gone through. */
  readonly batches: Iterable<readonly Row[]>;
}

type Noted = ReadNotes & { readonly readAt: number };

interface Taken<Row> extends Rows<Row> {
  readonly read: Noted;
}

/** A list that is read while its file is written. */
interface Listed<Row> extends Pick<Rows<Row>, 'attachmentLimit'> {
  readonly batches: AsyncIterable<readonly Row[]>;
  /** Asked once the list has been read. */
  readonly notes: () => Noted;
}

/** Files beside a card, and what the card has to say of them. */
export interface AttachedFiles {
  readonly files: readonly ReplyFile[];
  /** What to know of parts and packing, and which rows are missing; nothing for one plain file. */
  readonly lines: readonly string[];
  readonly isWhole: boolean;
  /** Rows that the files hold. */
  readonly rows: number;
}

/** Rows as one file, gzipped, or in parts, as Discord's limits ask. */
export function attachedRows<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  { rows, attachmentLimit }: Rows<Row>,
): Promise<AttachedFiles> {
  return attachedBatches(name, columns, { batches: [rows], attachmentLimit });
}

/** The same of rows that are made as they are written; made again to count those left out. */
export async function attachedBatches<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  { batches, attachmentLimit }: Batches<Row>,
): Promise<AttachedFiles> {
  const chunks = csvChunks(columns, batches);
  const written = await allWritten({ name, ending: 'csv' }, chunks, attachmentLimit);
  const left = written.isWhole ? 0 : (await countRows(batches)) - written.rows;
  const missing = missingLine(`the last ${rowsWord(left)}`);
  return {
    ...written,
    lines: [
      ...(written.isWhole ? [] : [`${missing} ${ASK_FOR_FEWER}`]),
      ...packingLines(written.files),
    ],
  };
}

async function countRows(batches: Iterable<readonly unknown[]>): Promise<number> {
  let rows = 0;
  for (const batch of batches) {
    rows += batch.length;
    await breathe();
  }
  return rows;
}

const ASK_FOR_FEWER = 'Ask for fewer where you can: fewer days, subaccounts, or one site.';

/** Batches as they come, of which there may be more than can be read: then the files say so. */
async function attachedList<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  { batches, attachmentLimit }: Listed<Row>,
): Promise<AttachedFiles> {
  const chunks = csvChunks(columns, batches);
  const { files, rows, ...end } = await textFiles(
    { name, ending: 'csv' },
    chunks,
    fileLimits(attachmentLimit),
  );
  const isCutOff = end.failure instanceof PoolListTooLong;
  if (end.ended === 'failed' && !isCutOff) throw end.failure;
  const after = `everything after the first ${rowsWord(rows)}`;
  return {
    files,
    rows,
    isWhole: end.ended === 'complete',
    lines: [
      ...(end.ended === 'limit' ? [`${missingLine(after)} ${ASK_FOR_FEWER}`] : []),
      ...(isCutOff ? [`⚠️ Missing from the file: ${after}. ${failureSentence(end.failure)}`] : []),
      ...packingLines(files),
    ],
  };
}

/** A stream of lines, each a row that ends in a line feed, in the same way. */
export async function attachedLines(
  name: string,
  lines: AsyncIterable<string>,
  attachmentLimit: number | undefined,
): Promise<AttachedFiles> {
  const file: NamedFile = { name, ending: 'jsonl' };
  const written = await allWritten(file, lineChunks(lines), attachmentLimit);
  return {
    ...written,
    lines: [
      ...(written.isWhole ? [] : [missingLine(`all after line ${grouped(String(written.rows))}`)]),
      ...packingLines(written.files, 'to be joined in order'),
    ],
  };
}

/** Throws what the source throws: half of what somebody asked for is only given when it is told. */
async function allWritten(
  file: NamedFile,
  chunks: AsyncIterable<TextChunk>,
  attachmentLimit: number | undefined,
): Promise<Omit<AttachedFiles, 'lines'>> {
  const { files, rows, ...end } = await textFiles(file, chunks, fileLimits(attachmentLimit));
  if (end.ended === 'failed') throw end.failure;
  return { files, rows, isWhole: end.ended === 'complete' };
}

/** A list taken home. What is said follows what is attached. */
export async function filesReply<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  taken: Taken<Row>,
): Promise<Reply> {
  return takenReply(await attachedRows(name, columns, taken), taken.read);
}

/** The same of a list that is read while the file is written, so that it is never held whole. */
export async function listReply<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  list: Listed<Row>,
): Promise<Reply> {
  const attached = await attachedList(name, columns, list);
  return takenReply(attached, list.notes());
}

function takenReply(attached: AttachedFiles, read: Noted): Reply {
  const { rows, isWhole } = attached;
  return {
    embeds: [
      card({
        title: titleOf(attached),
        ...(isWhole ? {} : { tone: 'warning' as const }),
        lines: [
          rows === 0
            ? 'The file holds its headings and no rows.'
            : `${rowsWord(rows)}, every field the pool gave, every digit as it came.`,
          ...attached.lines,
          readNotes(read),
        ],
        readAt: read.readAt,
      }),
    ],
    files: attached.files,
  };
}

function missingLine(what: string): string {
  return `⚠️ Missing from the file: ${what}. More does not fit the files that Discord takes.`;
}

function titleOf({ rows, isWhole }: AttachedFiles): string {
  if (!isWhole) return 'INCOMPLETE: not all rows are in this file';
  return rows === 0 ? 'Nothing to put in a file' : 'Your file';
}

/** What to know about parts and packing, for whoever opens the files. */
export function packingLines(
  files: readonly ReplyFile[],
  partsAre = 'each with its heading line',
): string[] {
  return [
    ...(files.length > 1
      ? [`-# In ${files.length} parts, ${partsAre}, because Discord limits a file’s size.`]
      : []),
    ...(files.some(({ name }) => name.endsWith('.gz'))
      ? ['-# Compressed (gzip): most archive programs open it.']
      : []),
  ];
}

function rowsWord(rows: number): string {
  return rows === 1 ? '1 row' : `${grouped(String(rows))} rows`;
}
