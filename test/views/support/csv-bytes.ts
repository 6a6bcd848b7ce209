import { csvChunks, type CsvColumn } from '../../../src/views/files/csv.js';

/** The rows as one file. */
export async function csvBytes<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const { data } of csvChunks(columns, [rows])) chunks.push(data);
  return Buffer.concat(chunks);
}
