import { isRecord } from '../../domain/json/is-record.js';
import type { CsvColumn } from '../files/csv.js';

/** One field of an answer, by its place in it: `revenue_24h[0].revenue`. */
export interface FieldRow {
  readonly field: string;
  readonly value: string | number | boolean;
}

export const fieldColumns: readonly CsvColumn<FieldRow>[] = [
  { heading: 'field', value: ({ field }) => field },
  { heading: 'value', value: ({ value }) => value },
];

/** So many rows are made before others have their turn. */
const BATCH_ROWS = 500;

/**
 * Every field that came with something in it, described or not, with the digits that came. Null
 * says nothing, as in the house's other files; an empty list or object says that there is none,
 * and stands as `[]` or `{}`. Made as they are gone through, because an answer may have millions.
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

/** It calls itself for each level, of which the pool's client reads no more than a hundred. */
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
  } else yield { field, value: scalarOf(value) };
}

function scalarOf(value: unknown): FieldRow['value'] {
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}
