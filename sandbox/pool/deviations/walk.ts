import { isLosslessNumber } from 'lossless-json';

export type JsonRecord = Record<string, unknown>;

export function isRecord(value: unknown): value is JsonRecord {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)
  );
}

/**
 * Maps each object of a body, innermost first. `place`: its key (`''` for the body itself) and its
 * index in a list.
 */
export function mapRecords(
  value: unknown,
  change: (record: JsonRecord, place: { key: string; index: number }) => unknown,
  place = { key: '', index: 0 },
): unknown {
  if (Array.isArray(value)) {
    return value.map((each, index) => mapRecords(each, change, { key: place.key, index }));
  }
  if (!isRecord(value)) return value;
  const inner = Object.entries(value).map(([key, each]) => [
    key,
    mapRecords(each, change, { key, index: 0 }),
  ]);
  return change(Object.fromEntries(inner), place);
}

/** Maps each value that isn't an object or list, with its key. */
export function mapScalars(
  value: unknown,
  change: (value: unknown, key: string) => unknown,
  key = '',
): unknown {
  if (Array.isArray(value)) return value.map((each) => mapScalars(each, change, key));
  if (!isRecord(value)) return change(value, key);
  // A copy keeps its shape: rebuilding a list of half a million rows from entries costs twice as
  // much.
  const copy = { ...value };
  for (const inner of Object.keys(copy)) copy[inner] = mapScalars(copy[inner], change, inner);
  return copy;
}
