import { isRecord, mapRecords, type JsonRecord } from './walk.js';

/**
 * Makes every other field of each object null, and the other half in the next object of a list, so
 * that a list shows each field both ways. Spares the body's own lists and whatever tells where the
 * next page is: without those nothing was answered.
 */
export function nullFields(body: unknown): unknown {
  return mapRecords(body, (record, { key, index }) => {
    if (key === 'pagination') return { ...record, item_count: null, previous_page_url: null };
    return thin(record, { key, index }, (field) => [field, null]);
  });
}

/** Leaves out the same fields, and the whole pagination object. */
export function missingFields(body: unknown): unknown {
  return mapRecords(body, (record, place) => {
    const { pagination: _pagination, ...rest } = record;
    return thin(rest, place, () => null);
  });
}

/** Makes the body's own lists null: the pool answered, but didn't say what there is. */
export function nullLists(body: unknown): unknown {
  if (!isRecord(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, Array.isArray(value) ? null : value]),
  );
}

function thin(
  record: JsonRecord,
  { key, index }: { key: string; index: number },
  change: (field: string) => [string, null] | null,
): JsonRecord {
  const fields = Object.entries(record).flatMap(([field, value], at) => {
    const spared = key === '' && (Array.isArray(value) || field === 'pagination');
    if (spared || (at + index) % 2 === 0) return [[field, value] as const];
    const changed = change(field);
    return changed ? [changed] : [];
  });
  return Object.fromEntries(fields);
}

export function unknownFields(body: unknown): unknown {
  return mapRecords(body, (record) => ({
    ...record,
    x_revision: 7,
    x_internal: { shard: 'eu-1', flags: ['beta', null] },
    // The description gives the list of contracts no id; here it comes among unknown fields.
    ...('denomination' in record ? { contract_id: `C-${String(record['start_date'])}` } : {}),
  }));
}
