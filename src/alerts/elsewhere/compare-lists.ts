import type { SeenRecord } from '../../domain/changes/elsewhere/found-elsewhere.js';
import { canonicalJson } from '../../domain/json/canonical-json.js';
import type { SeenRecords } from './known-after.js';

export interface Differing {
  readonly key: string;
  readonly before: SeenRecord | null;
  readonly after: SeenRecord | null;
}

/** What two whole lists tell apart; the second one as `knownAfter` the first. */
export function compareLists(before: SeenRecords, known: SeenRecords): readonly Differing[] {
  const all = new Set([...known.keys(), ...before.keys()]);
  return [...all]
    .map((key) => ({ key, before: before.get(key) ?? null, after: known.get(key) ?? null }))
    .filter(({ before: one, after }) => compared(one, after) !== compared(after, one));
}

/** Where an id stays, another name of it is none of this record's: of a subaccount its own list tells. */
function compared(record: SeenRecord | null, other: SeenRecord | null): string {
  if (record?.what === 'payments' && other?.what === 'payments') {
    const isSame = record.subaccountId !== null && record.subaccountId === other.subaccountId;
    return canonicalJson(isSame ? { ...record, subaccount: '' } : record);
  }
  if (record?.what === 'subaccount' && other?.what === 'subaccount') {
    const isSame = record.siteId !== null && record.siteId === other.siteId;
    return canonicalJson(isSame ? { ...record, siteName: null } : record);
  }
  return canonicalJson(record);
}
