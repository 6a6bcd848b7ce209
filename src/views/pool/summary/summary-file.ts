import type { CsvColumn, CsvValue } from '../../files/csv.js';
import { cellValue } from '../../files/csv-columns/record-columns.js';

/** One field of an answer, by its path: `revenue_24h[0].revenue`. */
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
 * Every field but null ones, documented or not, with its digits as received; an empty list or object
 * is `[]` or `{}`. Lazy, because an answer may have millions.
 */
export function fieldBatches(value: unknown): Iterable<readonly FieldRow[]> {
  return { [Symbol.iterator]: () => inBatches(value) };
}

/** A list or object being walked. */
interface WalkLevel {
  /** Prefix of an object's fields (`balance[0].`) or of a list's indexes (`balance`). */
  readonly prefix: string;
  /** Null for a list. */
  readonly names: readonly string[] | null;
  readonly values: readonly unknown[];
  next: number;
}

/** Keeps levels in a list: nested generators would pass every row through all of them. */
function* inBatches(whole: unknown): Generator<readonly FieldRow[]> {
  const levels: WalkLevel[] = [{ prefix: '', names: [''], values: [whole], next: 0 }];
  let batch: FieldRow[] = [];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (level.next === level.values.length) {
      levels.pop();
      continue;
    }
    const index = level.next++;
    const value = level.values[index];
    if (value === null || value === undefined) continue;
    const { prefix, names } = level;
    const field = names === null ? `${prefix}[${index}]` : `${prefix}${names[index] ?? ''}`;
    const inner = typeof value === 'object' ? levelOf(field, value) : null;
    if (inner !== null) levels.push(inner);
    else batch.push({ field, value: cellValue(value) });
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Null if empty: that is a row of its own. */
function levelOf(field: string, value: object): WalkLevel | null {
  const isList = Array.isArray(value);
  const values: readonly unknown[] = isList ? value : Object.values(value);
  if (values.length === 0) return null;
  return isList
    ? { prefix: field, names: null, values, next: 0 }
    : { prefix: field === '' ? '' : `${field}.`, names: Object.keys(value), values, next: 0 };
}
