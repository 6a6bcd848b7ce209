import type { Reply, ReplyFile } from '../reply.js';
import { card, readNotes, type ReadNotes } from './card.js';
import { csvChunks, type CsvColumn } from './csv.js';
import { grouped } from './figures.js';
import { lineChunks, type TextChunk } from './text-chunks.js';
import { fileLimits, textFiles, type NamedFile } from './text-files.js';

interface Rows<Row> {
  readonly rows: readonly Row[];
  /** Most bytes of one file where it is shown, as in a command's context. */
  readonly attachmentLimit?: number | undefined;
}

interface Taken<Row> extends Rows<Row> {
  readonly read: ReadNotes & { readonly readAt: number };
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
export async function attachedRows<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  { rows, attachmentLimit }: Rows<Row>,
): Promise<AttachedFiles> {
  const chunks = csvChunks(columns, [rows]);
  const written = await allWritten({ name, ending: 'csv' }, chunks, attachmentLimit);
  const missing = missingLine(`the last ${rowsWord(rows.length - written.rows)}`);
  return {
    ...written,
    lines: [
      ...(written.isWhole
        ? []
        : [`${missing} Ask for fewer where you can: fewer days, subaccounts, or one site.`]),
      ...packingLines(written.files),
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
  const { rows, read } = taken;
  const attached = await attachedRows(name, columns, taken);
  return {
    embeds: [
      card({
        title: titleOf(rows.length, attached.isWhole),
        ...(attached.isWhole ? {} : { tone: 'warning' as const }),
        lines: [
          rows.length === 0
            ? 'The file holds its headings and no rows.'
            : `${rowsWord(attached.rows)}, every field the pool gave, every digit as it came.`,
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

function titleOf(rows: number, isWhole: boolean): string {
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
