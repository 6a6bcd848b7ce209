import { canonicalJson, hashOf } from '../../domain/json/canonical-json.js';
import type { RecordDifference } from './compare-lists.js';
import {
  listHash,
  type FormerList,
  type StoredList,
  type UnenteredRecords,
} from './listed-store.js';
import type { SeenRecord } from '../../domain/changes/changed-elsewhere/found-elsewhere.js';
import type { SeenRecords } from './merge-listing.js';
import type { ToldDifferences } from './report-differences.js';

/** What is stored of a list while some of what differs is told and some is not. */

/** A lagging server may be this many lists behind. */
const MAX_FORMER = 5;
/** So many records at most are told one by one before the rest counts as told with them. */
const MAX_TAKEN = 5_000;

/** Counts a record's differences that come again after another, or none. The same object if none did. */
export function toldAfter(
  before: UnenteredRecords,
  differing: readonly RecordDifference[],
): UnenteredRecords {
  const now = new Map(differing.map(({ key, after }) => [key, hashOf(after)]));
  const told: UnenteredRecords = {};
  for (const key of new Set([...Object.keys(before), ...now.keys()])) {
    const [earlier, after = null] = [before[key], now.get(key)];
    const isAnother = earlier !== undefined && after !== null && earlier.after !== after;
    told[key] = { after, times: (earlier?.times ?? 0) + Number(isAnother) };
  }
  return canonicalJson(told) === canonicalJson(before) ? before : told;
}

/** Without records that have never had their turn. The object `before` if that is all. */
export function withoutUnreached(
  toldOnly: UnenteredRecords,
  { before, open }: { before: UnenteredRecords; open: ToldDifferences['open'] },
): UnenteredRecords {
  const reached = pick(toldOnly, (key) => before[key] !== undefined || open.has(key));
  return canonicalJson(reached) === canonicalJson(before) ? before : reached;
}

/** The lists before the next one; `recent` are those that a lagging server may still show. */
export function formerLists(
  { records, given }: StoredList,
  { recent, now }: { readonly recent: readonly FormerList[]; readonly now: number },
): readonly FormerList[] {
  const [newest] = recent;
  // Told in part: the list before it all is the one that a server may show.
  if (newest?.given === given) return [{ ...newest, until: now }, ...recent.slice(1)];
  return [{ hash: listHash(records), given, until: now }, ...recent].slice(0, MAX_FORMER);
}

interface TakenRecords {
  readonly differing: readonly RecordDifference[];
  readonly taken: ToldDifferences['taken'];
  readonly toldOnly: UnenteredRecords;
  readonly records: SeenRecords;
  readonly now: number;
}

/** The list with what was told of it as it is now, and what is yet to be told as it was. */
export function withTaken(
  before: StoredList,
  { differing, taken, toldOnly, records, now }: TakenRecords,
): StoredList {
  const all = new Map<string, SeenRecord>(records);
  for (const { key } of differing) {
    if (taken.has(key)) continue;
    const earlier = before.records.get(key);
    if (earlier === undefined) all.delete(key);
    else all.set(key, earlier);
  }
  const takenAt = takenAfter(before, { taken, now });
  const isMuch = Object.keys(takenAt).length > MAX_TAKEN;
  return {
    ...before,
    records: all,
    toldOnly: pick(toldOnly, (key) => !taken.has(key)),
    ...(isMuch ? { at: now, takenAt: {} } : { takenAt }),
  };
}

export function takenAfter(
  { takenAt }: Pick<StoredList, 'takenAt'>,
  { taken, now }: Pick<TakenRecords, 'taken' | 'now'>,
): StoredList['takenAt'] {
  return { ...takenAt, ...Object.fromEntries([...taken].map((key) => [key, now])) };
}

function pick(told: UnenteredRecords, fits: (key: string) => boolean): UnenteredRecords {
  return Object.fromEntries(Object.entries(told).filter(([key]) => fits(key)));
}
