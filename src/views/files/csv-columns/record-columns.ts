import { isRecord } from '../../../domain/json/is-record.js';
import { exactDigits } from '../../../domain/numbers/numeric.js';
import type { CsvColumn, CsvValue } from '../csv.js';

type Leaf = string | number | boolean | readonly unknown[] | null | undefined;

/** The documented fields, without the index signature, which would let any name pass. */
type FieldName<Row> = keyof { [Key in keyof Row as string extends Key ? never : Key]: unknown } &
  string;

/** Path of a documented field in a row: `name`, `site.name`. */
type FieldPath<Row> = Row extends Leaf
  ? never
  : { [Key in FieldName<Row>]: Key | `${Key}.${FieldPath<Row[Key]>}` }[FieldName<Row>];

/** A field's path, with any details its heading and cells need. */
type FieldColumn<Row> =
  | FieldPath<Row>
  | {
      readonly path: FieldPath<Row>;
      /** In brackets after the name. */
      readonly unit?: string;
      /** Defaults to the path. */
      readonly name?: string;
      readonly format?: (value: unknown) => CsvValue;
    };

/**
 * A column for each named field, and a last one, as JSON, for everything else the pool sent. Null
 * counts as not sent.
 */
export function recordColumns<Row extends object>(
  fields: readonly FieldColumn<Row>[],
): CsvColumn<Row>[] {
  const shown: ColumnTree = new Map();
  const columns = fields.map((field): CsvColumn<Row> => {
    const {
      path,
      unit,
      name = path,
      format = cellValue,
    } = typeof field === 'object' ? field : { path: field };
    const keys = path.split('.');
    addPath(shown, keys);
    return {
      heading: unit === undefined ? name : `${name} (${unit})`,
      value: (row) => format(valueAt(row, keys)),
    };
  });
  const otherFields: CsvColumn<Row> = {
    heading: 'other fields (JSON)',
    value: (row) => JSON.stringify(isRecord(row) ? leftOver(row, shown) : row),
  };
  return [...columns, otherFields];
}

/** A figure, digit for digit and without an exponent. */
export function figure(value: unknown): CsvValue {
  return typeof value === 'string' ? exactDigits(value) : cellValue(value);
}

/** Non-scalars, which no schema lets through today, become JSON. */
export function cellValue(value: unknown): CsvValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function valueAt(row: object, keys: readonly string[]): unknown {
  let value: unknown = row;
  for (const key of keys) value = isRecord(value) ? value[key] : undefined;
  return value;
}

/** The fields that have columns; an empty map marks a field shown whole. */
interface ColumnTree extends Map<string, ColumnTree> {}

function addPath(tree: ColumnTree, [key = '', ...rest]: readonly string[]): void {
  const inner: ColumnTree = tree.get(key) ?? new Map<string, ColumnTree>();
  tree.set(key, inner);
  if (rest.length > 0) addPath(inner, rest);
}

/** Undefined if nothing is left. */
function leftOver(
  record: Readonly<Record<string, unknown>>,
  shown: ColumnTree,
): Record<string, unknown> | undefined {
  const left: [string, unknown][] = [];
  for (const key of Object.keys(record)) {
    const value = record[key];
    const inner = shown.get(key);
    if (value === null || value === undefined || inner?.size === 0) continue;
    const rest = inner !== undefined && isRecord(value) ? leftOver(value, inner) : value;
    if (rest !== undefined) left.push([key, rest]);
  }
  return left.length === 0 ? undefined : Object.fromEntries(left);
}
