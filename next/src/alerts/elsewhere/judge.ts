import type { ElsewhereEvent } from '../alert.js';
import { isUnclear, isUnderWay, LAG_MS, leads, ownChange, type Effect } from './own-changes.js';
import { addressOf, isSameValue, keysOf, nameIn, type Listed, type Value } from './records.js';
import type { Seen, Suspect } from './seen.js';
import { elsewhereEvent } from './words.js';

/**
 * A difference counts when it is still there so long after it was first seen (ms): a minute, less
 * what looks once a minute may begin late or early.
 */
const SECOND_LOOK_MS = 50_000;

/** One thing as the pool lists it, beside what was seen of it before. */
interface Sight {
  readonly list: string;
  readonly thing: string;
  readonly seen: Seen | null;
  /** Null: it is not listed. */
  readonly listed: Listed | null;
  /** When its list was read, and when it was read before (ms). */
  readonly at: number;
  readonly lastAt: number;
}

export interface Verdict {
  readonly thing: string;
  /** What is seen of it from now on; null: nothing. */
  readonly seen: Seen | null;
  readonly event: ElsewhereEvent | null;
  /** Numbers of changes of ours whose effect it shows. */
  readonly ours: readonly number[];
}

/** Whose each difference is. `effects`: of all changes of ours, newest first. */
export function judge(sight: Sight, effects: readonly Effect[]): Verdict {
  const { list, thing, seen, listed, at, lastAt } = sight;
  const [before, after] = [seen?.record ?? {}, listed ?? {}];
  const names = new Set([nameIn(before), nameIn(after)]);
  const own = effects.filter((each) => each.list === list && names.has(each.name));
  const accepted: string[] = [];
  const told: string[] = [];
  const ours: number[] = [];
  const suspects: Record<string, Suspect> = {};

  for (const key of keysOf(before, after)) {
    const [from, to] = [before[key], after[key]];
    if (isSameValue(from, to)) continue;
    const change = ownChange(own, { key, from, to }, at);
    const isOwnStatus = key === 'status' && own.some((each) => isUnderWay(each.change, at));
    if (change !== null) ours.push(change.number);
    if (change !== null || isOwnStatus || !isNews(key, from, to)) {
      // What the pool forgets is not unset.
      if (to !== undefined || isPresence(key)) accepted.push(key);
    } else if (!isLag(sight, own, key)) {
      const earlier = seen?.suspects[key];
      const isStill = earlier !== undefined && isSameDifference(from, to, earlier);
      const suspect = isStill ? earlier : { value: to ?? null, since: at, lastSame: lastAt };
      suspects[key] = suspect;
      if (at - suspect.since >= SECOND_LOOK_MS) told.push(key);
    }
  }

  const unclear = own.find(({ change }) => isUnclear(change, at));
  const event =
    told.length === 0
      ? null
      : elsewhereEvent({
          ...sight,
          keys: told,
          perhaps: unclear?.change.number ?? null,
          lastSame: Math.min(...told.map((key) => suspects[key]?.lastSame ?? at)),
          firstSeen: Math.min(...told.map((key) => suspects[key]?.since ?? at)),
        });
  for (const key of told) delete suspects[key];
  const record = withValues(before, after, [...accepted, ...told]);
  // Of a new thing nothing is known until it counts.
  const isWaiting = (seen?.record ?? null) === null && Object.keys(suspects).length > 0;
  const isEmpty = (isWaiting || listed === null) && !keysOf(record).some(isPresence);
  const next = { record: isEmpty ? null : record, suspects };
  const isNothing = next.record === null && Object.keys(suspects).length === 0;
  const isMoved = !isSameRecord(seen?.record ?? {}, next.record ?? {});
  return {
    thing,
    seen: isNothing ? null : { ...next, at: isMoved || seen === null ? at : seen.at },
    event,
    ours,
  };
}

export function isSameRecord(one: Listed, other: Listed): boolean {
  return keysOf(one, other).every((key) => isSameValue(one[key], other[key]));
}

export function withValues(before: Listed, after: Listed, keys: readonly string[]): Listed {
  const record: Record<string, Value> = { ...before };
  for (const key of keys) {
    const value = after[key];
    if (value === undefined) delete record[key];
    else record[key] = value;
  }
  // A site's name is that of the site that is known.
  const site = [after, before].find((each) => each['site'] === record['site']);
  if (site?.['siteName'] !== undefined) record['siteName'] = site['siteName'];
  return record;
}

/** Whether there is such a thing or address at all. */
function isPresence(key: string): boolean {
  return key === 'name' || addressOf(key) !== null;
}

/** What the pool gives for the first time, or forgets, nobody set; names in passing are not set here. */
function isNews(key: string, from: Value | undefined, to: Value | undefined): boolean {
  if (key === 'subaccount' || key === 'siteName') return false;
  return isPresence(key) || (from !== undefined && to !== undefined);
}

/** A new address is news whatever share it gets meanwhile. */
function isSameDifference(
  from: Value | undefined,
  to: Value | undefined,
  { value }: Suspect,
): boolean {
  if (from === undefined && value !== null && to !== undefined) return true;
  return isSameValue(value ?? undefined, to);
}

/** The record from before a change of ours, which a server of the pool still lists. */
function isLag({ seen, listed, at }: Sight, own: readonly Effect[], key: string): boolean {
  const change = leads(own, { key, from: listed?.[key], to: seen?.record?.[key] }, at);
  if (change === null) return false;
  return change.observed?.isDone === true || at - (seen?.at ?? 0) < LAG_MS;
}
