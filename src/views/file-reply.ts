import type { Reply, ReplyFile } from '../reply.js';
import { card, readNotes, type ReadNotes } from './card.js';
import { csvChunks, type CsvColumn } from './csv.js';
import { csvFiles, FILE_LIMITS } from './csv-files.js';
import { grouped } from './figures.js';

interface Taken<Row> {
  readonly rows: readonly Row[];
  readonly read: ReadNotes & { readonly readAt: number };
  /** Most bytes of one file where it is shown, as in a command's context. */
  readonly attachmentLimit?: number | undefined;
}

/**
 * A list taken home: as one file, gzipped, or in parts, as Discord's limits ask. What is said
 * follows what is attached.
 */
export async function filesReply<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  { rows, read, attachmentLimit = FILE_LIMITS.fileBytes }: Taken<Row>,
): Promise<Reply> {
  const fileBytes = Math.min(FILE_LIMITS.fileBytes, attachmentLimit);
  const written = await csvFiles(name, csvChunks(columns, [rows]), { ...FILE_LIMITS, fileBytes });
  if (written.ended === 'failed') throw written.failure;
  const isWhole = written.ended === 'complete';
  return {
    embeds: [
      card({
        title: titleOf(rows.length, isWhole),
        ...(isWhole ? {} : { tone: 'warning' as const }),
        lines: [
          rows.length === 0
            ? 'The file holds its headings and no rows.'
            : `${rowsWord(written.rows)}, every field the pool gave, every digit as it came.`,
          isWhole
            ? null
            : `⚠️ Missing: the last ${rowsWord(rows.length - written.rows)}. More does not fit the files that Discord takes. Ask for fewer: fewer days, subaccounts, or one site.`,
          ...packingLines(written.files),
          readNotes(read),
        ],
        readAt: read.readAt,
      }),
    ],
    files: written.files,
  };
}

function titleOf(rows: number, isWhole: boolean): string {
  if (!isWhole) return 'INCOMPLETE: not all rows are in this file';
  return rows === 0 ? 'Nothing to put in a file' : 'Your file';
}

/** What to know about parts and packing, for whoever opens the files. */
export function packingLines(files: readonly ReplyFile[]): (string | null)[] {
  return [
    files.length > 1
      ? `-# In ${files.length} parts, each with its heading line, because Discord limits a file’s size.`
      : null,
    files.some(({ name }) => name.endsWith('.gz'))
      ? '-# Compressed (gzip): most archive programs open it.'
      : null,
  ];
}

function rowsWord(rows: number): string {
  return rows === 1 ? '1 row' : `${grouped(String(rows))} rows`;
}
