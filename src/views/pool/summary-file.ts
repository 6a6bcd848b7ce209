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
  return { [Symbol.iterator]: () => inBatches(value) };
}

/** A list or an object that is gone through. */
interface Level {
  readonly count: number;
  readonly at: (index: number) => { readonly field: string; readonly value: unknown };
  next: number;
}

/** Its levels are a list: generators within each other would hand every row through all of them. */
function* inBatches(whole: unknown): Generator<readonly FieldRow[]> {
  const levels: Level[] = [{ count: 1, at: () => ({ field: '', value: whole }), next: 0 }];
  let batch: FieldRow[] = [];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (level.next === level.count) {
      levels.pop();
      continue;
    }
    const { field, value } = level.at(level.next++);
    const inner = levelOf(field, value);
    if (inner !== null) levels.push(inner);
    else if (value !== null && value !== undefined) batch.push({ field, value: cellValue(value) });
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Null of what is a row of its own, or none. */
function levelOf(field: string, value: unknown): Level | null {
  if (Array.isArray(value)) {
    const at = (index: number) => ({ field: `${field}[${index}]`, value: value[index] });
    return value.length === 0 ? null : { count: value.length, at, next: 0 };
  }
  if (!isRecord(value)) return null;
  const names = Object.keys(value);
  const at = (index: number) => {
    const name = names[index] ?? '';
    return { field: field === '' ? name : `${field}.${name}`, value: value[name] };
  };
  return names.length === 0 ? null : { count: names.length, at, next: 0 };
}
