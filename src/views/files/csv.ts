import { yieldToOthers } from '../../domain/async/yield-to-others.js';
import { exactDigits } from '../../domain/numbers/numeric.js';
import { csvCell } from './csv-cell.js';
import type { TextChunk } from './text-chunks.js';

/** CSV for spreadsheets and scripts: UTF-8 with BOM, comma, CRLF, a heading line. */

export type CsvValue = string | number | boolean | null | undefined;

export interface CsvColumn<Row> {
  /** The pool's own field name, and any unit: `power (W)`. */
  readonly heading: string;
  readonly value: (row: Row) => CsvValue;
}

/** Keeps chunks small, so that none holds the event loop for long. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Turns batches of rows (pages) into chunks; the first is the heading line alone. */
export async function* csvChunks<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<TextChunk> {
  yield headingOf(columns);
  let isFirst = true;
  for await (const batch of batches)
    for (const chunk of chunksOf(columns, batch)) {
      if (!isFirst) await yieldToOthers();
      isFirst = false;
      yield chunk;
    }
}

/**
 * A small file as one chunk, without the promises of a stream; null if there is more than one
 * chunk, of which at most the second is made.
 */
export function smallCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: Iterable<readonly Row[]>,
): TextChunk | null {
  const [rows = [], others] = batches;
  const [chunk, more] = chunksOf(columns, rows);
  if (others !== undefined || more !== undefined) return null;
  const heading = headingOf(columns);
  if (chunk === undefined) return { ...heading, rows: 0 };
  return { data: Buffer.concat([heading.data, chunk.data]), rows: chunk.rows };
}

function headingOf<Row>(columns: readonly CsvColumn<Row>[]): TextChunk {
  const headings = lineOf(columns, ({ heading }) => heading);
  return { data: encoder.encode(`\uFEFF${headings}`), rows: 0, isHeading: true };
}

function* chunksOf<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): Generator<TextChunk> {
  let text = '';
  let count = 0;
  for (const row of rows) {
    text += lineOf(columns, ({ value }) => value(row));
    count++;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield { data: encoder.encode(text), rows: count };
    text = '';
    count = 0;
  }
  if (count > 0) yield { data: encoder.encode(text), rows: count };
}

/** Joins the cells as it goes: a list of them for each line would slow down large files. */
function lineOf<Column>(columns: readonly Column[], cell: (column: Column) => CsvValue): string {
  let text = '';
  let comma = '';
  for (const column of columns) {
    text += comma + cellOf(cell(column));
    comma = ',';
  }
  return `${text}\r\n`;
}

/** Whole numbers, which most figures are, need no rewriting: no exponent, nothing to quote. */
function cellOf(value: CsvValue): string {
  if (typeof value === 'string') return csvCell(value);
  if (typeof value !== 'number') return value === null || value === undefined ? '' : String(value);
  return Number.isSafeInteger(value) ? String(value) : csvCell(exactDigits(value));
}

const encoder = new TextEncoder();
