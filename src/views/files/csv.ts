import { stringify, type Options } from 'csv-stringify/sync';
import { breathe } from '../../domain/async/breathe.js';
import { exactDigits, type Numeric } from '../../domain/numeric.js';
import { harmlessCell } from './csv-cell.js';
import type { TextChunk } from './text-chunks.js';

/**
 * Files for spreadsheets and scripts: UTF-8 with BOM, comma, CRLF, a heading line. Figures have
 * every digit the pool gave. What the pool sent beyond its description stands as JSON in the
 * last column, so nothing it said is lost.
 */

/** What one cell holds: text as it came, a figure, or nothing. */
export type CsvValue = string | number | boolean | null | undefined;

export interface CsvColumn<Row> {
  /** The pool's own field name, and the unit where there is one: `power (W)`. */
  readonly heading: string;
  readonly value: (row: Row) => CsvValue;
}

/** A figure, digit for digit; what is no number stays as it came. */
export function figure(value: Numeric | null | undefined): string | null {
  return value === null || value === undefined ? null : exactDigits(value);
}

/** Bounds of a chunk, so that the event loop is never held for long. */
const CHUNK_ROWS = 500;
const CHUNK_BYTES = 256 * 1024;

/** Turns batches of rows (pages) into chunks one by one; the first is the heading line alone. */
export async function* csvChunks<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<TextChunk> {
  yield { data: encode([headings(columns)], true), rows: 0, isHeading: true };
  let isFirst = true;
  for await (const batch of batches)
    for (const chunk of chunksOf(columns, batch, CHUNK_ROWS)) {
      if (!isFirst) await breathe();
      isFirst = false;
      yield chunk;
    }
}

function* chunksOf<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  most: number,
): Generator<TextChunk> {
  for (let start = 0; start < rows.length; start += most) {
    const part = rows.slice(start, start + most);
    const lines = part.map((row) => cells(columns, row));
    const data = encode(lines, false);
    // Long texts make long lines: halve until they fit, down to one row.
    if (data.length > CHUNK_BYTES && part.length > 1)
      yield* chunksOf(columns, part, Math.ceil(part.length / 2));
    else yield { data, rows: part.length };
  }
}

function headings<Row>(columns: readonly CsvColumn<Row>[]): string[] {
  return columns.map(({ heading }) => harmlessCell(heading));
}

function cells<Row>(columns: readonly CsvColumn<Row>[], row: Row): string[] {
  return columns.map(({ value }) => {
    const given = value(row);
    return given === null || given === undefined ? '' : harmlessCell(textOf(given));
  });
}

function textOf(value: string | number | boolean): string {
  return typeof value === 'number' ? exactDigits(value) : String(value);
}

const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/;

const OPTIONS: Options = {
  record_delimiter: '\r\n',
  escape_formulas: true,
  // The library by itself quotes only the whole CRLF.
  quoted_match: /[\r\n\t;]/,
  cast: {
    string(value) {
      if (!NEGATIVE_NUMBER.test(value)) return value;
      // A loss is a number, not a formula. The library reads this option per cell, though its
      // types do not list it, so the object is made apart from the return.
      const number = { value, escape_formulas: false };
      return number;
    },
  },
};

const encoder = new TextEncoder();

/**
 * What stands in a file as it is, unquoted and without an apostrophe: most cells of a fleet.
 * Kept from the library, which takes ten times as long for them.
 */
const PLAIN_CELL = /^(?:[ !#-*./0-:<>?A-~][ !#-+\--:<-~]*|-\d+(?:\.\d+)?)?$/;

/** The same bytes as by the library alone. */
function encode(lines: readonly string[][], bom: boolean): Uint8Array {
  const parts: string[] = bom ? ['\uFEFF'] : [];
  let others: string[][] = [];
  const flush = () => {
    if (others.length > 0) parts.push(stringify(others, OPTIONS));
    others = [];
  };
  for (const line of lines) {
    if (!line.every((cell) => PLAIN_CELL.test(cell))) {
      others.push(line);
      continue;
    }
    flush();
    parts.push(line.join(','), '\r\n');
  }
  flush();
  return encoder.encode(parts.join(''));
}
