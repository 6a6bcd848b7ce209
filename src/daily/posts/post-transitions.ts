import type { PendingPost, PostState } from '../../domain/daily/post-state.js';
import type { Occurrence } from '../../domain/daily/schedule.js';
import { MAX_LATENESS_MS } from '../schedule/due-times.js';
import { DAY_MS, MINUTE_MS } from '../../domain/time/units.js';

/** The steps between a post's states, as pure functions of what is stored. */

/** A holder that doesn't renew for this long counts as dead. */
export const LEASE_MS = MINUTE_MS;
/** A post that is later than this says so. */
export const LATE_AFTER_MS = 10 * MINUTE_MS;
/** A channel that has refused for this long gets no more posts. */
const OFF_AFTER_MS = 5 * DAY_MS;
const FIRST_BACKOFF_MS = 5 * MINUTE_MS;
/** Soon, while Discord still remembers the first request's nonce. */
const FIRST_UNCLEAR_BACKOFF_MS = MINUTE_MS;
const BACKOFF_FACTOR = 3;
const MAX_BACKOFF_MS = DAY_MS;
/** Posts go out at most six hours late, so only a clock that went back asks for an older date. */
const DATES_KEPT = 14;

/** Who takes a step, and when (ms). */
export interface PostingAttempt {
  readonly by: string;
  readonly now: number;
}

/**
 * Leases a date, or an older one that may have been posted and must be closed first. Null if there
 * is nothing to do: closed, leased, not yet due for a retry, or switched off.
 */
export function acquireLease(
  before: PostState,
  asked: Pick<Occurrence, 'date' | 'dueAt'>,
  { now, by }: PostingAttempt,
): PostState | null {
  const { open: pending, offSince, done } = before;
  if (offSince !== undefined) return null;
  if (pending !== undefined && isBusy(pending, now)) return null;
  const isLeftOpen = pending?.maybeSince !== undefined && pending.date !== asked.date;
  const { date, dueAt } = isLeftOpen ? pending : asked;
  if (done.includes(date)) return null;
  const same = pending?.date === date ? pending : undefined;
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

/** An `until` further ahead than any ever written comes from a clock that was wrong. */
function isBusy({ until, phase }: PendingPost, now: number): boolean {
  const longest = phase === 'waiting' ? MAX_LATENESS_MS : LEASE_MS;
  return until > now && until - now <= longest;
}

/** Null if the lease has been lost. */
export function renewLease(
  before: PostState,
  date: string,
  attempt: PostingAttempt,
): PostState | null {
  const { open: pending } = before;
  if (!isHeldBy(pending, date, attempt)) return null;
  return { ...before, open: { ...pending, until: attempt.now + LEASE_MS } };
}

/** Call before the request leaves. Null if the lease has been lost: then it must not leave. */
export function beginPosting(
  before: PostState,
  date: string,
  attempt: PostingAttempt,
): PostState | null {
  const renewed = renewLease(before, date, attempt);
  if (renewed?.open === undefined) return null;
  const maybeSince = Math.min(renewed.open.maybeSince ?? Infinity, attempt.now);
  return { ...renewed, open: { ...renewed.open, phase: 'posting', maybeSince } };
}

interface StandingPost extends Pick<Occurrence, 'date' | 'dueAt'> {
  readonly messageId: string;
  readonly at: number;
}

/** The message exists, whichever process holds the lease by now. */
export function posted(before: PostState, { date, dueAt, messageId, at }: StandingPost): PostState {
  const { failingSince: _, ...rest } = closeDate(before, date);
  const late = at - dueAt > LATE_AFTER_MS;
  return { ...rest, failures: 0, lastPost: { date, at, messageId, late } };
}

/** Nothing more is posted for this date. */
export function closeDate(before: PostState, date: string): PostState {
  const { open: pending, ...rest } = before;
  const done = [...before.done.filter((each) => each !== date), date].slice(-DATES_KEPT);
  return {
    ...rest,
    done,
    ...(pending !== undefined && pending.date !== date ? { open: pending } : {}),
  };
}

export interface PostFailure {
  readonly date: string;
  readonly said: string;
  /** `channel`: it refused. `before`: nothing was sent. `unclear`: sent, but no answer came. */
  readonly kind: 'channel' | 'before' | 'unclear';
  /** Since when a post may exist, as known before this attempt. */
  readonly maybeSince?: number | undefined;
}

/** Records the failure and when to retry. Null if the lease has been lost. */
export function recordFailure(
  before: PostState,
  { date, said, kind, maybeSince: earlier }: PostFailure,
  attempt: PostingAttempt,
): PostState | null {
  const { open: pending } = before;
  if (!isHeldBy(pending, date, attempt)) return null;
  const { now } = attempt;
  const isRefused = kind === 'channel';
  const failures = before.failures + (isRefused ? 1 : 0);
  const failingSince = isRefused ? (before.failingSince ?? now) : before.failingSince;
  const noted: PostState = {
    ...before,
    failures,
    ...(failingSince === undefined ? {} : { failingSince }),
    lastError: { at: now, date, said },
  };
  if (isRefused && failingSince !== undefined && now - failingSince >= OFF_AFTER_MS)
    return { ...closeDate(noted, date), offSince: now };
  const until = now + retryDelay(isRefused ? failures : pending.tries, kind);
  if (kind !== 'unclear' && until > pending.dueAt + MAX_LATENESS_MS) return closeDate(noted, date);
  const { maybeSince: present, ...rest } = pending;
  const maybeSince = kind === 'unclear' ? present : earlier;
  return {
    ...noted,
    open: {
      ...rest,
      phase: 'waiting',
      until: Math.min(until, now + MAX_LATENESS_MS),
      ...(maybeSince === undefined ? {} : { maybeSince }),
    },
  };
}

/** Up to a day, for a channel that nobody repairs. */
function retryDelay(failures: number, kind: PostFailure['kind']): number {
  const first = kind === 'unclear' ? FIRST_UNCLEAR_BACKOFF_MS : FIRST_BACKOFF_MS;
  return Math.min(first * BACKOFF_FACTOR ** (failures - 1), MAX_BACKOFF_MS);
}

/** For a schedule that an admin has set again. */
export function clearFailures(before: PostState): PostState {
  const { offSince: _off, failingSince: _since, ...rest } = before;
  return { ...rest, failures: 0 };
}

function isHeldBy(
  pending: PendingPost | undefined,
  date: string,
  { by }: PostingAttempt,
): pending is PendingPost {
  return pending?.date === date && pending.by === by && pending.phase !== 'waiting';
}
