import type { Reply, ReplyFile } from '../../domain/messages/reply.js';
import { yieldToOthers } from '../../domain/async/yield-to-others.js';
import { PoolListTooLong } from '../../domain/errors/pool-errors.js';
import type { ListNotes } from '../../pool-api/lists/walk-pages.js';
import { failureSentence } from '../errors/failures.js';
import { cardReply, readNotes } from '../kit/card.js';
import { groupThousands, plural } from '../kit/figures.js';
import { csvChunks, smallCsv, type CsvColumn } from './csv.js';
import { lineChunks, type TextChunk } from './text-chunks.js';
import { fileLimits, plainFile, textFiles, type NamedFile } from './attachment-files.js';

interface AttachmentLimit {
  /** Largest file allowed where it is shown, in bytes; a command's context has it. */
  readonly attachmentLimit?: number | undefined;
}

interface FileRows<Row> extends AttachmentLimit {
  readonly rows: readonly Row[];
}

/** Files beside a card, and what the card must say about them. */
export interface AttachedFiles {
  readonly files: readonly ReplyFile[];
  /** About parts, packing and missing rows; empty for one plain file. */
  readonly lines: readonly string[];
  readonly isWhole: boolean;
  /** FileRows in the files. */
  readonly rows: number;
}

interface FileSource extends AttachmentLimit {
  readonly chunks: AsyncIterable<TextChunk>;
  /** Says what the files lack, given how many rows they hold. */
  readonly missing: (rows: number) => string | Promise<string>;
}

/**
 * Text as one file, gzipped or in parts, as Discord's limits require. Throws what its source
 * throws, except that a list that was cut off gives the rows received.
 */
async function attach(
  file: NamedFile,
  { chunks, missing, attachmentLimit }: FileSource,
): Promise<AttachedFiles> {
  const text = await textFiles(file, chunks, fileLimits(attachmentLimit));
  const { files, rows, ended, failure } = text;
  const isCutOff = failure instanceof PoolListTooLong;
  if (ended === 'failed' && !isCutOff) throw failure;
  const isWhole = ended === 'complete';
  const why = isCutOff ? failureSentence(failure) : noRoomSentences[file.ending];
  return {
    files,
    rows,
    isWhole,
    lines: [
      ...(isWhole ? [] : [`⚠️ Missing from the file: ${await missing(rows)}. ${why}`]),
      ...packingLines(files, file.ending),
    ],
  };
}

const noRoom = 'The rest doesn’t fit in the files that Discord accepts.';
const noRoomSentences = {
  csv: `${noRoom} Ask for less if you can: fewer days, fewer subaccounts or one site.`,
  jsonl: noRoom,
};

export function attachedRows<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  { rows, attachmentLimit }: FileRows<Row>,
): Promise<AttachedFiles> {
  return attachedBatches(name, columns, { batches: [rows], attachmentLimit });
}

/** Goes through `batches` again to count the rows that didn't fit. */
export async function attachedBatches<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  { batches, attachmentLimit }: AttachmentLimit & { readonly batches: Iterable<readonly Row[]> },
): Promise<AttachedFiles> {
  const small = smallCsv(columns, batches);
  const file = small && plainFile({ name, ending: 'csv' }, small, fileLimits(attachmentLimit));
  if (small && file) return { files: [file], lines: [], isWhole: true, rows: small.rows };
  return attach(
    { name, ending: 'csv' },
    {
      chunks: csvChunks(columns, batches),
      missing: async (rows) => `the last ${plural((await countRows(batches)) - rows, 'row')}`,
      attachmentLimit,
    },
  );
}

async function countRows(batches: Iterable<readonly unknown[]>): Promise<number> {
  let rows = 0;
  for (const batch of batches) {
    rows += batch.length;
    await yieldToOthers();
  }
  return rows;
}

/** A stream of lines, each a row that ends with a line feed. */
export function attachedLines(
  name: string,
  lines: AsyncIterable<string>,
  attachmentLimit: number | undefined,
): Promise<AttachedFiles> {
  return attach(
    { name, ending: 'jsonl' },
    {
      chunks: lineChunks(lines),
      missing: (rows) => `all after line ${groupThousands(String(rows))}`,
      attachmentLimit,
    },
  );
}

/** A list as files, with a card that says what they hold. */
export async function filesReply<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  { read, ...rows }: FileRows<Row> & { readonly read: ListNotes },
): Promise<Reply> {
  return filesCard(await attachedRows(name, columns, rows), read);
}

interface StreamedRows<Row> extends AttachmentLimit {
  readonly batches: AsyncIterable<readonly Row[]>;
}

/** Reads rows while their file is written, so that they are never held whole. */
export function attachedStream<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  { batches, attachmentLimit }: StreamedRows<Row>,
): Promise<AttachedFiles> {
  return attach(
    { name, ending: 'csv' },
    {
      chunks: csvChunks(columns, batches),
      missing: (rows) => `everything after the first ${plural(rows, 'row')}`,
      attachmentLimit,
    },
  );
}

interface StreamedList<Row> extends StreamedRows<Row> {
  /** Called once the list has been read. */
  readonly notes: () => ListNotes;
}

/** A list read while its file is written, so that it is never held whole. */
export async function listReply<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  { notes, ...streamed }: StreamedList<Row>,
): Promise<Reply> {
  return filesCard(await attachedStream(name, columns, streamed), notes());
}

function filesCard({ files, rows, isWhole, lines }: AttachedFiles, notes: ListNotes): Reply {
  const title = rows === 0 ? 'No rows for a file' : 'Your file';
  return cardReply({
    title: isWhole ? title : 'INCOMPLETE: not all rows are in this file',
    tone: isWhole ? 'neutral' : 'warning',
    lines: [
      rows === 0
        ? 'There are no rows: the file has only its headings.'
        : `${plural(rows, 'row')}, all fields, full precision.`,
      ...lines,
      readNotes(notes),
    ],
    readAt: notes.readAt,
    files,
  });
}

const PARTS = { csv: 'each with its heading line', jsonl: 'to be joined in order' };

/** What the reader needs to know about parts and packing. */
export function packingLines(
  files: readonly ReplyFile[],
  ending: NamedFile['ending'] = 'csv',
): string[] {
  return [
    ...(files.length > 1
      ? [`-# In ${files.length} parts, ${PARTS[ending]}, because Discord limits a file’s size.`]
      : []),
    ...(files.some(({ name }) => name.endsWith('.gz'))
      ? ['-# Compressed (gzip): most archive programs open it.']
      : []),
  ];
}
