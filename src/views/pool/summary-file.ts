import { isRecord } from '../../domain/json/is-record.js';
import type { CsvColumn, CsvValue } from '../files/csv.js';
import { cellValue } from '../files/csv-columns/record-columns.js';

/** One field of an answer, by its place in it: `revenue_24h[0].revenue`. */
interface FieldRow {
  readonly field: string;
  readonly value: CsvValue;
}

export const fieldColumns: readonly CsvColumn<FieldRow>[] = [
  { heading: 'field', value: ({ field }) => field },
  { heading: 'value', value: ({ value }) => value },
];

const BATCH_ROWS = 500;

/**
 * Every field but null, described or not, with the digits that came; an empty list or object is
 * `[]` or `{}`. Made lazily, because an answer may have millions.
 */
export function fieldBatches(value: unknown): Iterable<readonly FieldRow[]> {
  return { [Symbol.iterator]: () => inBatches(fieldRows(value, '')) };
}

function* inBatches(rows: Iterable<FieldRow>): Generator<readonly FieldRow[]> {
  let batch: FieldRow[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Recursive: the pool's client reads no more than a hundred levels. */
function* fieldRows(value: unknown, field: string): Generator<FieldRow> {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    if (value.length === 0) yield { field, value: '[]' };
    for (const [index, each] of value.entries()) yield* fieldRows(each, `${field}[${index}]`);
  } else if (isRecord(value)) {
    const names = Object.keys(value);
    if (names.length === 0) yield { field, value: '{}' };
    for (const name of names)
      yield* fieldRows(value[name], field === '' ? name : `${field}.${name}`);
  } else yield { field, value: cellValue(value) };
}
