import { isRecord } from '../domain/is-record.js';
import type { CsvColumn } from './csv.js';

/** One field of an answer, by its place in it: `revenue_24h[0].revenue`. */
export interface FieldRow {
  readonly field: string;
  readonly value: string | number | boolean;
}

export const fieldColumns: readonly CsvColumn<FieldRow>[] = [
  { heading: 'field', value: ({ field }) => field },
  { heading: 'value', value: ({ value }) => value },
];

/**
 * Every field that came with something in it, described or not, with the digits that came. Null says nothing, as in the house's other files; an empty list or object
 * says that there is none, and stands as `[]` or `{}`.
 */
export function fieldRows(value: unknown, field = ''): FieldRow[] {
  if (value === null || value === undefined) return [];
  const inner = isRecord(value)
    ? Object.entries(value).map(([name, each]) => [field === '' ? name : `${field}.${name}`, each])
    : Array.isArray(value)
      ? value.map((each: unknown, index) => [`${field}[${index}]`, each])
      : null;
  if (inner === null) return [{ field, value: scalarOf(value) }];
  if (inner.length === 0) return [{ field, value: Array.isArray(value) ? '[]' : '{}' }];
  return inner.flatMap(([name, each]) => fieldRows(each, String(name)));
}

function scalarOf(value: unknown): FieldRow['value'] {
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}
