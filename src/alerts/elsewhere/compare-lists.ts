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
    .filter((each) => canonicalJson(each.before) !== canonicalJson(each.after));
}
