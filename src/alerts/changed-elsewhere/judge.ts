import type { Change } from '../../changes/change.js';
import { DAY, MINUTE } from '../../clock.js';
import type { AlertEvent } from '../alert.js';
import { addressOf, isSame, isSameRecord, keysOf, nameIn } from './records.js';
import type { Effect, Listed, Value } from './records.js';
import { elsewhereEvent } from './words.js';

/** How long pool replicas may lag behind our change (ms). */
const LAG_MS = 10 * MINUTE;
/** How long a new address stays in doubt if some looks miss it (ms). */
const NEW_ADDRESS_MS = 10 * MINUTE;
const PERHAPS_MS = DAY;

/** What is known about one thing. */
export interface Seen {
  /** Null: it is new and does not count yet. */
  readonly record: Listed | null;
  /** Since when `record` has been unchanged (ms). */
  readonly at: number;
  readonly doubt?: Doubt;
}

/** A look that found differences which do not count yet, and the look before it (ms). */
export interface Doubt {
  readonly firstSeen: number;
  readonly lastSame: number;
  readonly keys: readonly string[];
  readonly hasNewAddress: boolean;
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

/**
 * Decides which differences are ours. Others count once two looks in a row find the key changed. New
 * addresses count once two looks within ten minutes find any, so that none hides by taking turns.
 */
export function judge(sight: Sight, effects: readonly Effect[]): Verdict {
  const { list, seen, listed, at, lastAt } = sight;
  const [before, after, doubt] = [seen?.record ?? {}, listed ?? {}, seen?.doubt];
  const doubtedBefore = doubt?.firstSeen === lastAt ? doubt.keys : [];
  const isRecent = doubt?.hasNewAddress === true && at - doubt.firstSeen < NEW_ADDRESS_MS;
  const [wasNamed, isNamed] = [nameIn(before), nameIn(after)];
  const own = effects.filter(
    (each) => each.list === list && (each.name === wasNamed || each.name === isNamed),
  );
  const live = own.filter(({ change }) => isUnderWay(change, at));
  const isNewAddress = (key: string) => before[key] === undefined && addressOf(key) !== null;
  const accepted: string[] = [];
  const told: string[] = [];
  const ours: number[] = [];
  const doubted: string[] = [];

  for (const key of keysOf(before, after)) {
    const [from, to] = [before[key], after[key]];
    if (isSame(key, from, to)) continue;
    const isKnown = from !== undefined || live.some((each) => adds(each, key));
    const effect = isKnown ? live.find((each) => sets(each, key, to)) : undefined;
    // Two changes of ours may have come before the lagging list.
    const moved = live.filter((each) => !isSame(key, each.before[key], each.after[key]));
    const isBack =
      moved.some((each) => isSame(key, each.before[key], to)) &&
      moved.some((each) => isSame(key, each.after[key], from));
    const isLag = isBack && at - (seen?.at ?? 0) < LAG_MS;
    if (effect) ours.push(effect.change.number);
    if (effect || !isNews(key, from, to) || (key === 'status' && live.length > 0))
      accepted.push(key);
    else if (isLag) continue;
    else if (doubtedBefore.includes(key) || (isRecent && isNewAddress(key))) told.push(key);
    else doubted.push(key);
  }

  const record = withValues(before, after, [...accepted, ...told]);
  const earlier = isRecent && told.length === 0 ? doubt : undefined;
  const hasNewAddress = earlier !== undefined || doubted.some(isNewAddress);
  const found = { firstSeen: at, lastSame: lastAt, keys: doubted, hasNewAddress };
  const left = doubted.length > 0 ? found : earlier;
  const isGone = listed === null && !left && !keysOf(record).some(isPresence);
  const isNew = (seen?.record ?? null) === null && left;
  const perhaps = own.find(({ change }) => isUnclear(change, at))?.change.number ?? null;
  return {
    seen: isGone
      ? null
      : {
          record: isNew ? null : record,
          at: seen && isSameRecord(before, record) ? seen.at : at,
          ...(left && { doubt: left }),
        },
    event:
      doubt && told.length > 0 ? elsewhereEvent({ ...sight, ...doubt, keys: told, perhaps }) : null,
    ours,
  };
}

/** What is known once the pool lists a change of ours. */
export function withEffect(seen: Seen, effect: Effect, now: number): Seen {
  const { record } = seen;
  if (record === null || nameIn(record) !== effect.name) return seen;
  const keys = keysOf(record, effect.after).filter(
    (key) =>
      sets(effect, key, effect.after[key]) && (record[key] !== undefined || adds(effect, key)),
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

function sets({ before, after }: Effect, key: string, to: Value | undefined): boolean {
  return !isSame(key, before[key], after[key]) && isSame(key, after[key], to);
}

/** A new address isn't ours because we kept it or changed its share. */
function adds({ before, after }: Effect, key: string): boolean {
  return before[key] === undefined && after[key] !== undefined;
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
