import type { Change } from '../../changes/change.js';
import { DAY, MINUTE } from '../../clock.js';
import type { AlertEvent } from '../alert.js';
import { addressOf, isSame, isSameRecord, keysOf, nameIn } from './records.js';
import type { Effect, Listed, Value } from './records.js';
import { elsewhereEvent } from './words.js';

/** How long pool replicas may lag behind our change (ms). */
const LAG_MS = 10 * MINUTE;
const PERHAPS_MS = DAY;

/** What is known about one thing. */
export interface Seen {
  /** Null: it is new and does not count yet. */
  readonly record: Listed | null;
  /** Since when `record` has been unchanged (ms). */
  readonly at: number;
  /** What the last look found instead, and the time of the look before that. */
  readonly doubt?: { readonly listed: Listed; readonly lastSame: number };
}

/** One thing as the pool lists it. */
export interface Sight {
  readonly list: string;
  readonly thing: string;
  readonly seen: Seen | null;
  /** Null: it is not listed. */
  readonly listed: Listed | null;
  /** When its list was read, and when it was last read before that (ms). */
  readonly at: number;
  readonly lastAt: number;
}

export interface Verdict {
  /** What is known about it from now on; null: nothing. */
  readonly seen: Seen | null;
  readonly event: AlertEvent | null;
  /** Numbers of our changes whose effect it shows. */
  readonly ours: readonly number[];
}

/** Decides which differences are ours. Others count once two looks in a row find them. */
export function judge(sight: Sight, effects: readonly Effect[]): Verdict {
  const { list, seen, listed, at, lastAt } = sight;
  const [before, after, doubt] = [seen?.record ?? {}, listed ?? {}, seen?.doubt];
  const [wasNamed, isNamed] = [nameIn(before), nameIn(after)];
  const own = effects.filter(
    (each) => each.list === list && (each.name === wasNamed || each.name === isNamed),
  );
  const live = own.filter(({ change }) => isUnderWay(change, at));
  const accepted: string[] = [];
  const told: string[] = [];
  const ours: number[] = [];
  let isInDoubt = false;

  for (const key of keysOf(before, after)) {
    const [from, to] = [before[key], after[key]];
    if (isSame(key, from, to)) continue;
    const effect = live.find((each) => isEffect(each, { key, from, to }));
    const isBack = live.some(
      (each) => isSame(key, each.before[key], to) && isSame(key, each.after[key], from),
    );
    const isLag = isBack && at - (seen?.at ?? 0) < LAG_MS;
    const was = doubt?.listed[key];
    // A new address is news whatever share it gets meanwhile.
    const isStill = from === undefined ? was !== undefined : isSame(key, was, to);
    if (effect) ours.push(effect.change.number);
    if (effect || !isNews(key, from, to) || (key === 'status' && live.length > 0))
      accepted.push(key);
    else if (doubt && isStill && !isLag) told.push(key);
    else isInDoubt = true;
  }

  const record = withValues(before, after, [...accepted, ...told]);
  const isGone = listed === null && !isInDoubt && !keysOf(record).some(isPresence);
  const isNew = (seen?.record ?? null) === null && isInDoubt;
  const perhaps = own.find(({ change }) => isUnclear(change, at))?.change.number ?? null;
  const moments = doubt && { lastSame: doubt.lastSame, firstSeen: lastAt };
  return {
    seen: isGone
      ? null
      : {
          record: isNew ? null : record,
          at: seen && isSameRecord(before, record) ? seen.at : at,
          ...(isInDoubt && { doubt: { listed: after, lastSame: lastAt } }),
        },
    event:
      moments && told.length > 0
        ? elsewhereEvent({ ...sight, ...moments, keys: told, perhaps })
        : null,
    ours,
  };
}

/** What is known once the pool lists a change of ours. */
export function withEffect(seen: Seen, effect: Effect, now: number): Seen {
  const { record } = seen;
  if (record === null || nameIn(record) !== effect.name) return seen;
  const keys = keysOf(record, effect.after).filter((key) =>
    isEffect(effect, { key, from: record[key], to: effect.after[key] }),
  );
  return { ...seen, record: withValues(record, effect.after, keys), at: now };
}

/** A field that disappears keeps its last value, but an address that is gone is gone. */
function withValues(before: Listed, after: Listed, keys: readonly string[]): Listed {
  const record: Record<string, Value> = { ...before };
  for (const key of keys) {
    const value = after[key];
    if (value !== undefined) record[key] = value;
    else if (isPresence(key)) delete record[key];
  }
  return record;
}

/** Whether there is such a thing or address at all. */
function isPresence(key: string): boolean {
  return key === 'name' || addressOf(key) !== null;
}

/** A field that appears or disappears was not set by anyone. */
function isNews(key: string, from: Value | undefined, to: Value | undefined): boolean {
  return isPresence(key) || (key !== 'subaccount' && from !== undefined && to !== undefined);
}

interface Step {
  readonly key: string;
  readonly from: Value | undefined;
  readonly to: Value | undefined;
}

/** A new address isn't ours because we kept it or changed its share. */
function isEffect({ before, after }: Effect, { key, from, to }: Step): boolean {
  const isSet = !isSame(key, before[key], after[key]) && isSame(key, after[key], to);
  return isSet && (from !== undefined || before[key] === undefined);
}

/** It may still happen, or happened so recently that some pool replicas don't list it yet. */
function isUnderWay({ state, observed }: Change, now: number): boolean {
  if (state !== 'reported' && state !== 'unknown' && state !== 'sending') return false;
  return observed?.isDone !== true || now - observed.at < LAG_MS;
}

/** Its outcome is unknown, or the pool declined it, within a day. */
function isUnclear({ state, sentAt, endedAt, observed }: Change, now: number): boolean {
  const isOpen = state === 'unknown' || state === 'sending' || state === 'declined';
  return isOpen && observed?.isDone !== true && now - (endedAt ?? sentAt ?? 0) < PERHAPS_MS;
}
