import { canonicalJson, hashOf } from '../../../domain/json/canonical-json.js';
import type { RecordDifference } from '../lists/compare-lists.js';
import {
  listHash,
  type FormerList,
  type StoredList,
  type UnenteredRecords,
} from '../lists/watched-list-store.js';
import type { RecordSnapshot } from '../../../domain/changes/external-changes/external-finding.js';
import type { RecordSnapshots } from '../lists/merge-listing.js';
import type { ReportedDifferences } from './report-differences.js';

/** What is stored of a list while some of what differs is told and some is not. */

/** A lagging server may be this many lists behind. */
const MAX_FORMER = 5;
/** So many records at most are told one by one before the rest counts as told with them. */
const MAX_TOLD_APART = 5_000;

/**
 * Notes how each record differs now. `times` goes up by one where an earlier poll noted another
 * difference of that record, or none. The same object if all is as noted.
 */
export function noteUnentered(
  before: UnenteredRecords,
  differing: readonly RecordDifference[],
): UnenteredRecords {
  const now = new Map(differing.map(({ key, after }) => [key, hashOf(after)]));
  const noted: UnenteredRecords = {};
  for (const key of new Set([...Object.keys(before), ...now.keys()])) {
    const [earlier, after = null] = [before[key], now.get(key)];
    const isAnother = earlier !== undefined && after !== null && earlier.after !== after;
    noted[key] = { after, times: (earlier?.times ?? 0) + Number(isAnother) };
  }
  return canonicalJson(noted) === canonicalJson(before) ? before : noted;
}

/** Without records that nobody has tried to enter yet. The object `before` if that is all. */
export function withoutUntried(
  noted: UnenteredRecords,
  { before, postponed }: { before: UnenteredRecords; postponed: ReportedDifferences['postponed'] },
): UnenteredRecords {
  const tried = pick(noted, (key) => before[key] !== undefined || postponed.has(key));
  return canonicalJson(tried) === canonicalJson(before) ? before : tried;
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

interface FinishedRecords {
  readonly differing: readonly RecordDifference[];
  readonly finished: ReportedDifferences['finished'];
  readonly toldOnly: UnenteredRecords;
  readonly records: RecordSnapshots;
  readonly now: number;
}

interface TakenNow extends Pick<FinishedRecords, 'finished' | 'now'> {
  readonly lagging?: readonly string[];
}

/** The list with what was told of it as it is now, and what is yet to be told as it was. */
export function partlyTold(
  before: StoredList,
  { differing, finished, toldOnly, records, now }: FinishedRecords,
): StoredList {
  const all = new Map<string, RecordSnapshot>(records);
  for (const { key } of differing) {
    if (finished.has(key)) continue;
    const earlier = before.records.get(key);
    if (earlier === undefined) all.delete(key);
    else all.set(key, earlier);
  }
  const takenAt = takenAtAfter(before, { finished, now });
  const isMuch = Object.keys(takenAt).length > MAX_TOLD_APART;
  return {
    ...before,
    records: all,
    toldOnly: pick(toldOnly, (key) => !finished.has(key)),
    ...(isMuch ? { at: now, takenAt: {} } : { takenAt }),
  };
}

/**
 * With the records that are finished now. `lagging`: records that stay as they were stored, and as of
 * when.
 */
export function takenAtAfter(
  before: Pick<StoredList, 'at' | 'takenAt'>,
  { finished, lagging = [], now }: TakenNow,
): StoredList['takenAt'] {
  const asOf = (keys: Iterable<string>, at: (key: string) => number) =>
    Object.fromEntries([...keys].map((key) => [key, at(key)]));
  return {
    ...before.takenAt,
    ...asOf(finished, () => now),
    ...asOf(lagging, (key) => before.takenAt[key] ?? before.at),
  };
}

function pick(all: UnenteredRecords, fits: (key: string) => boolean): UnenteredRecords {
  return Object.fromEntries(Object.entries(all).filter(([key]) => fits(key)));
}
