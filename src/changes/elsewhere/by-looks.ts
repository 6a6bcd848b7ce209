import type { Change } from '../../domain/changes/change.js';
import {
  MAY_LAG_MS,
  type DifferingLooks,
  type SeenRecord,
  type Unexplained,
} from '../../domain/changes/elsewhere/found-elsewhere.js';
import { mayBeObserved } from '../../domain/changes/unresolved.js';
import { awaitsApproval, isInForceStatus } from '../../domain/payments/payment-attention.js';
import { MINUTE_MS } from '../../domain/time/units.js';

/** What the looks at a list say of a change that may explain a difference in it. */

/** Longer than from one look to the next that shows the same. */
const NEXT_LOOK_MS = 15 * MINUTE_MS;

/** The record said that something waits for approval, and no longer does. */
export function nothingWaitsNow(
  what: Unexplained,
): what is Unexplained & { readonly after: SeenRecord } {
  const { before, after } = what;
  return (
    before?.what === 'payments' &&
    after?.what === 'payments' &&
    awaitsApproval(before) &&
    after.status !== null &&
    isInForceStatus(after.status)
  );
}

/** By the pool's own answer, which it may not have kept to. */
export function wasRefused({ state, failure }: Change): boolean {
  return state === 'failed' && failure?.status !== undefined;
}

export function isSeenAfter({ observed }: Change, at: number): boolean {
  return observed !== undefined && observed.at >= at;
}

/** Since then, no two looks in a row have shown the list as it was before. */
export function isSeenLately(change: Change, { sameAt, isWatched, at }: DifferingLooks): boolean {
  const { observed } = change;
  if (observed === undefined || observed.at < sameAt) return false;
  return isWatched || Math.abs(at - observed.at) <= NEXT_LOOK_MS;
}

/** Whether what begins to wait, or no longer waits, is what this change requested. */
export function isItsWait(change: Change, { after, looks }: Unexplained): boolean {
  const { sent, lapsed, resolved } = change;
  if (!mayBeObserved(change) || resolved !== undefined) return false;
  const begins = after?.what === 'payments' && awaitsApproval(after);
  if (begins) return lapsed === undefined && (sent?.at ?? -Infinity) >= looks.sameAt - MAY_LAG_MS;
  return lapsed === undefined || lapsed.at >= looks.sameAt;
}

/** A request of unknown outcome that arrived takes effect soon, or waits for approval. */
const SOON_MS = 10 * MINUTE_MS;

/**
 * While nobody knows whether its request arrived: its effect was soon seen, nobody had looked into
 * it, and the list had shown nothing else since it left.
 */
export function isLikely(change: Change, { storedAt }: Unexplained): boolean {
  const { state, sent, observed, resolved } = change;
  if (state !== 'unknown') return true;
  if (sent === undefined || observed === undefined || resolved !== undefined) return false;
  return storedAt <= sent.at && observed.at - sent.at <= SOON_MS;
}

/** Only its waiting for approval differs, which a sent change brings about. */
export function isWaitOnly({ before, after }: Unexplained): boolean {
  if (before?.what !== 'payments' || after?.what !== 'payments') return false;
  const isSame =
    JSON.stringify({ ...before, status: null }) === JSON.stringify({ ...after, status: null });
  return isSame && (awaitsApproval(before) || awaitsApproval(after));
}
