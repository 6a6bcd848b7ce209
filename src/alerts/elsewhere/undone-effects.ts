import {
  MAY_LAG_MS,
  type ObservedEffect,
  type SeenRecord,
} from '../../domain/changes/elsewhere/found-elsewhere.js';
import { isRecord } from '../../domain/json/is-record.js';
import { paymentSettingsSchema, subaccountSchema } from '../../pool-api/resources.js';
import { compareLists, type RecordDifference } from './compare-lists.js';
import type { StoredList } from './listed-store.js';
import { knownAfter } from './merge-listing.js';
import { seenPayments, seenSubaccount, type ListContents } from './seen-records.js';

/** Changes of Pitboss that took effect and were undone before any look at the list showed them. */

interface ListedNow {
  readonly contents: ListContents;
  /** What differs from the stored list is told as that. */
  readonly differs: readonly RecordDifference[];
  readonly now: number;
}

export interface UndoneEffects {
  /** Records as they were read back, before, and as they are listed. */
  readonly differing: readonly RecordDifference[];
  /** Up to which entry of the trail none is waited for: a list may lag behind what was read back. */
  readonly settled: number;
  readonly areAllSettled: boolean;
}

/** `effects`: oldest first; of those, none that the stored list took in already counts. */
export function undoneEffects(
  stored: StoredList,
  effects: readonly ObservedEffect[],
  { contents, differs, now }: ListedNow,
): UndoneEffects {
  const newest = effects.at(-1)?.seq ?? 0;
  const read = new Map<string, ObservedEffect>();
  const records = new Map(stored.records);
  for (const effect of effects.filter((each) => isSince(stored, each)))
    for (const [key, record] of stored.records) {
      const isTold = (stored.takenAt[key] ?? -Infinity) >= effect.at;
      const found = isTold || !effect.isAbout(record) ? null : withEffect(record, effect.found);
      if (found === null) continue;
      records.set(key, found);
      read.set(key, effect);
    }
  if (read.size === 0) return { differing: [], settled: newest, areAllSettled: true };
  const told = new Set(differs.map(({ key }) => key));
  const undone = compareLists(records, knownAfter(records, contents)).flatMap((each) => {
    const effect = told.has(each.key) ? undefined : read.get(each.key);
    return effect === undefined ? [] : [{ each, effect }];
  });
  // `abs` for a clock that went back.
  const mayLag = ({ effect }: (typeof undone)[number]) => Math.abs(now - effect.at) < MAY_LAG_MS;
  const lagging = undone.filter(mayLag).map(({ effect }) => effect.seq);
  return {
    differing: undone.filter((found) => !mayLag(found)).map(({ each }) => each),
    settled: Math.min(newest, ...lagging.map((seq) => seq - 1)),
    areAllSettled: lagging.length === 0,
  };
}

function isSince({ at, effects }: StoredList, effect: ObservedEffect): boolean {
  return effects === null ? effect.at > at : effect.seq > effects;
}

/** The record with all that a change may set as it was read back; null if that doesn't tell. */
function withEffect(record: SeenRecord, found: unknown): SeenRecord | null {
  if (!isRecord(found)) return null;
  if (record.what === 'subaccount') {
    const read = subaccountSchema.safeParse({ ...found, name: record.subaccount });
    const seen = read.success ? seenSubaccount(read.data) : null;
    return seen === null || seen.siteId === null
      ? null
      : { ...record, siteId: seen.siteId, siteName: seen.siteName };
  }
  const read = paymentSettingsSchema.safeParse(found);
  const seen = read.success ? seenPayments(record.currency, read.data) : null;
  if (seen === null || seen.addresses === null) return null;
  const { others: _, ...rest } = record;
  return {
    ...rest,
    frequency: seen.frequency ?? record.frequency,
    day: seen.day ?? record.day,
    addresses: seen.addresses,
    ...(seen.others === undefined ? {} : { others: seen.others }),
  };
}
