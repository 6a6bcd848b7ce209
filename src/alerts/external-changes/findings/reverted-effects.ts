import {
  MAY_LAG_MS,
  type ObservedEffect,
  type PaymentsSnapshot,
  type RecordSnapshot,
} from '../../../domain/changes/external-changes/external-finding.js';
import { withSettableFields } from '../../../domain/changes/external-changes/with-settable-fields.js';
import { isRecord } from '../../../domain/json/is-record.js';
import {
  awaitsApproval,
  isInForceStatus,
} from '../../../domain/payment-settings/payment-attention.js';
import {
  compareLists,
  differsInNothing,
  type EarlierDifference,
  type RecordDifference,
} from '../lists/compare-lists.js';
import type { StoredList } from '../lists/watched-list-store.js';
import { mergeListing, type RecordSnapshots } from '../lists/merge-listing.js';
import { elsewhereBefore, withReadValues } from '../lists/read-values.js';
import type { ListContents } from '../lists/record-snapshots.js';

/**
 * Changes of Pitboss that took effect, and were undone or changed again before any poll of the list
 * showed them: what was read back comes between the stored list and the present one.
 */

interface ListedNow {
  readonly contents: ListContents;
  /** The present list, and what in it differs from the stored one. */
  readonly records: RecordSnapshots;
  readonly differs: readonly RecordDifference[];
  readonly now: number;
}

export interface RevertedEffects {
  /** What differs from the stored list or, of a record that was read back since, from that. */
  readonly differing: readonly RecordDifference[];
  /** The present list, but for records that may lag, which are as they were stored. */
  readonly records: RecordSnapshots;
  /** Up to which entry of the trail none is waited for: a list may lag behind what was read back. */
  readonly settled: number;
  /** Records that may lag, by key. */
  readonly lagging: readonly string[];
}

/** What was read back of one record since the list was stored. */
interface ReadSince {
  /** The latest. */
  readonly effect: ObservedEffect;
  /** As stored, as each effect's change found it, and after each but the latest: what a lagging list may show. */
  readonly earlier: readonly RecordSnapshot[];
  /** What others changed before those effects were requested. */
  readonly elsewhere: readonly EarlierDifference[];
}

/** `effects`: oldest first; of those, none that the stored list took in already counts. */
export function revertedEffects(
  stored: StoredList,
  effects: readonly ObservedEffect[],
  { contents, records: listed, differs, now }: ListedNow,
): RevertedEffects {
  const newest = effects.at(-1)?.seq ?? 0;
  const read = new Map<string, ReadSince>();
  const records = new Map(stored.records);
  const known = new Map([...listed, ...stored.records]);
  for (const effect of effects.filter((each) => isSince(stored, each)))
    for (const [key, record] of known) {
      const isTold = (stored.takenAt[key] ?? -Infinity) >= effect.at;
      const before = records.get(key);
      const found =
        isTold || !effect.isAbout(record) ? null : withEffect(before ?? record, effect.found);
      if (found === null) continue;
      const last = read.get(key);
      const earlier = last?.earlier ?? [];
      // Where it was seen later than the request left, it needn't be what that found.
      const seenAt = last?.effect.at ?? stored.takenAt[key] ?? stored.at;
      const listings = { before: before ?? null, now: record };
      const elsewhere = seenAt <= effect.sentAt ? elsewhereBefore(listings, effect) : null;
      records.set(key, found);
      read.set(key, {
        effect,
        earlier: [...earlier, ...[before, elsewhere?.after].filter((each) => each !== undefined)],
        elsewhere: [...(last?.elsewhere ?? []), ...(elsewhere === null ? [] : [elsewhere])],
      });
    }
  if (read.size === 0) return { differing: differs, records: listed, settled: newest, lagging: [] };
  const since = new Map<string, RecordDifference>();
  const lagging = new Map<string, ObservedEffect>();
  for (const each of compareLists(records, mergeListing(records, contents))) {
    const { effect, earlier = [], elsewhere = [] } = read.get(each.key) ?? {};
    // What else differs is told beside the change that brought the rest.
    if (effect === undefined || setsSame(each.before, each.after)) continue;
    // `abs` for a clock that went back.
    const mayLag = Math.abs(now - effect.at) < MAY_LAG_MS;
    if (mayLag && earlier.some((record) => setsSame(record, each.after)))
      lagging.set(each.key, effect);
    else since.set(each.key, elsewhere.length === 0 ? each : { ...each, elsewhere });
  }
  return {
    differing: [
      ...differs.filter(({ key }) => !since.has(key) && !lagging.has(key)),
      ...since.values(),
    ],
    records: withStored(listed, stored.records, lagging),
    settled: Math.min(newest, ...[...lagging.values()].map(({ seq }) => seq - 1)),
    lagging: [...lagging.keys()],
  };
}

function isSince({ at, effects }: StoredList, effect: ObservedEffect): boolean {
  return effects === null ? effect.at > at : effect.seq > effects;
}

function withStored(
  listed: RecordSnapshots,
  stored: RecordSnapshots,
  lagging: ReadonlyMap<string, unknown>,
): RecordSnapshots {
  if (lagging.size === 0) return listed;
  const all = new Map(listed);
  for (const key of lagging.keys()) {
    const record = stored.get(key);
    if (record === undefined) all.delete(key);
    else all.set(key, record);
  }
  return all;
}

/** Whether all that a change may set is the same in both. */
function setsSame(before: RecordSnapshot | null, after: RecordSnapshot | null): boolean {
  if (before === null || after === null) return false;
  return differsInNothing({ before, after: withSettableFields(before, after) });
}

/** The record with all that a change may set as it was read back; null if that doesn't tell. */
function withEffect(record: RecordSnapshot, found: unknown): RecordSnapshot | null {
  const values = withReadValues(record, found);
  if (record.what !== 'payments' || values?.what !== 'payments') return values;
  const { status } = isRecord(found) ? found : {};
  return { ...values, ...statusWith(record, typeof status === 'string' ? status : null) };
}

/** What waited for an approval is in force by now. */
function statusWith(
  { status }: Pick<PaymentsSnapshot, 'status'>,
  seen: string | null,
): Pick<PaymentsSnapshot, 'status'> {
  const isBrought = awaitsApproval({ status }) && isInForceStatus(seen);
  return { status: isBrought ? seen : status };
}
