import type { PostState, Open } from '../../domain/daily/post-state.js';
import { LATEST_MS } from '../schedule/occurrences.js';

/** The steps of a post state, as pure functions of what stands in the store. */

/** A holder that does not renew for this long is taken for dead. */
export const LEASE_MS = 60_000;
/** Past this lateness the post says so. */
export const LATE_AFTER_MS = 10 * 60_000;
/** A channel that refuses for so long gets no more posts. */
const OFF_AFTER_MS = 5 * 86_400_000;
const FIRST_GAP_MS = 5 * 60_000;
/** Soon, because the nonce still tells a second request then. */
const FIRST_LOOK_MS = 60_000;
const GAP_FACTOR = 3;
const LONGEST_GAP_MS = 86_400_000;
/** A date is asked for within six hours of its time, so an older one only by a clock that went back. */
const DATES_KEPT = 14;

interface Asked {
  readonly date: string;
  readonly dueAt: number;
}

export interface Turn {
  readonly now: number;
  readonly by: string;
}

/**
 * Takes a date, or the older one whose post may stand, which has to be settled first. Null when
 * there is nothing to do: closed, in other hands, not yet to be tried again, switched off.
 */
export function acquireLease(before: PostState, asked: Asked, { now, by }: Turn): PostState | null {
  const { open: present, offSince, done } = before;
  if (offSince !== undefined) return null;
  if (present !== undefined && isBusy(present, now)) return null;
  const unsettled = present?.maybeSince !== undefined && present.date !== asked.date;
  const { date, dueAt } = unsettled ? present : asked;
  if (done.includes(date)) return null;
  const same = present?.date === date ? present : undefined;
  return {
    ...before,
    open: {
      date,
      dueAt,
      phase: 'held',
      by,
      until: now + LEASE_MS,
      tries: (same?.tries ?? 0) + 1,
      ...(same?.maybeSince === undefined ? {} : { maybeSince: same.maybeSince }),
    },
  };
}

/** An `until` further ahead than any that is ever written comes from a clock that was wrong. */
function isBusy({ until, phase }: Open, now: number): boolean {
  const longest = phase === 'waiting' ? LATEST_MS : LEASE_MS;
  return until > now && until - now <= longest;
}

/** The lease goes on; null when it has been lost. */
export function renew(before: PostState, date: string, turn: Turn): PostState | null {
  const { open: held } = before;
  if (!isHeldBy(held, date, turn)) return null;
  return { ...before, open: { ...held, until: turn.now + LEASE_MS } };
}

/** The request is about to leave; null when the lease has been lost, and then it must not. */
export function beginPosting(before: PostState, date: string, turn: Turn): PostState | null {
  const renewed = renew(before, date, turn);
  if (renewed?.open === undefined) return null;
  const maybeSince = Math.min(renewed.open.maybeSince ?? Infinity, turn.now);
  return { ...renewed, open: { ...renewed.open, phase: 'posting', maybeSince } };
}

export interface Posted extends Asked {
  readonly messageId: string;
  readonly at: number;
}

/** True whoever holds the date by now: the message stands. */
export function posted(before: PostState, { date, dueAt, messageId, at }: Posted): PostState {
  const { failingSince: _, ...rest } = closeDate(before, date);
  const late = at - dueAt > LATE_AFTER_MS;
  return { ...rest, failures: 0, lastPost: { date, at, messageId, late } };
}

/** Closes a date without a post. */
export function closeDate(before: PostState, date: string): PostState {
  const { open: present, ...rest } = before;
  const done = [...before.done.filter((each) => each !== date), date].slice(-DATES_KEPT);
  return {
    ...rest,
    done,
    ...(present !== undefined && present.date !== date ? { open: present } : {}),
  };
}

export interface PostFailure {
  readonly date: string;
  readonly said: string;
  /**
   * `channel`: it refused, so the request did nothing. `before`: nothing was sent. `unclear`:
   * the request left and the answer did not come.
   */
  readonly kind: 'channel' | 'before' | 'unclear';
  /** Since when a post may stand, as it was before this try. */
  readonly maybeSince?: number | undefined;
}

/** Notes why there is no post and when to try again; null when the date is in other hands. */
export function recordFailure(
  before: PostState,
  trouble: PostFailure,
  turn: Turn,
): PostState | null {
  const { open: held } = before;
  if (!isHeldBy(held, trouble.date, turn)) return null;
  const { now } = turn;
  const channel = trouble.kind === 'channel';
  const failures = before.failures + (channel ? 1 : 0);
  const failingSince = channel ? (before.failingSince ?? now) : before.failingSince;
  const gap = gapAfter(channel ? failures : held.tries, trouble.kind);
  const noted: PostState = {
    ...before,
    failures,
    ...(failingSince === undefined ? {} : { failingSince }),
    lastError: { at: now, date: trouble.date, said: trouble.said },
  };
  if (channel && failingSince !== undefined && now - failingSince >= OFF_AFTER_MS) {
    return { ...closeDate(noted, trouble.date), offSince: now };
  }
  const until = now + gap;
  if (trouble.kind !== 'unclear' && until > held.dueAt + LATEST_MS)
    return closeDate(noted, trouble.date);
  const { maybeSince: present, ...rest } = held;
  const maybeSince = trouble.kind === 'unclear' ? present : trouble.maybeSince;
  return {
    ...noted,
    open: {
      ...rest,
      phase: 'waiting',
      until: Math.min(until, now + LATEST_MS),
      ...(maybeSince === undefined ? {} : { maybeSince }),
    },
  };
}

/** Ever longer, so that a channel nobody mends is asked once a day in the end. */
function gapAfter(failures: number, kind: PostFailure['kind']): number {
  const first = kind === 'unclear' ? FIRST_LOOK_MS : FIRST_GAP_MS;
  return Math.min(first * GAP_FACTOR ** (failures - 1), LONGEST_GAP_MS);
}

/** As an admin wants it who set the schedule anew: whatever was wrong before counts no more. */
export function clearFailures(before: PostState): PostState {
  const { offSince: _off, failingSince: _since, ...rest } = before;
  return { ...rest, failures: 0 };
}

function isHeldBy(held: Open | undefined, date: string, { by }: Turn): held is Open {
  return held !== undefined && held.date === date && held.by === by && held.phase !== 'waiting';
}
