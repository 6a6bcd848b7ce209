/** A JSON object: not a list, not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type RecordFields = Readonly<Record<string, unknown>>;

/** Anything else has no fields. */
export function fieldsOf(value: unknown): RecordFields {
  return isRecord(value) ? value : {};
}

/** The record itself, or the only one of a list. */
export function oneRecordIn(value: unknown): RecordFields | null {
  const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isRecord(one) ? one : null;
}
