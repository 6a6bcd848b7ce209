import { answeredFailure } from '../pool-answers/answered-failure.js';
import { isInForceStatus } from '../payment-settings/payment-attention.js';
import { DAY_MS } from '../time/units.js';
import { statusIn } from './change-summary.js';
import type { Change } from './change.js';
import type { ChangesState } from './state/state.js';

/** What is left to do, or to be seen, once a change's request has left. */

/** Of unknown outcome and not checked yet: it blocks other changes to the same thing. */
export function isUnresolved(change: {
  readonly state: string;
  readonly resolved?: unknown;
}): boolean {
  return change.state === 'unknown' && change.resolved === undefined;
}

/** Trails of earlier versions may not tell of the key; then it counts as the same. */
export function isKeyGone(
  { settings }: Pick<ChangesState, 'settings'>,
  { keySince }: Pick<Change, 'keySince'>,
): boolean {
  const key = settings.get('key');
  if (key === undefined) return false;
  const [, connectedAt] = key;
  return connectedAt === undefined || Date.parse(connectedAt) !== keySince;
}

type ChangeOutcome = Pick<Change, 'state' | 'observed'>;

/** Whether it may have an effect that nobody has seen yet, or has seen only as waiting. */
export function mayBeObserved(change: ChangeOutcome | undefined): boolean {
  if (change?.state !== 'reported' && change?.state !== 'unknown') return false;
  const { observed } = change;
  return observed === undefined || !isInForceStatus(statusIn(observed.present));
}

/** Nobody waits for the effect of an older change any more. */
const AWAITED_MS = 30 * DAY_MS;

/** So many of a server at most, as each stays in memory: the newest. */
export const MAX_AWAITED = 500;

/** Those that the pool took and whose effect is still to come; newest first. */
export function awaitedIn({ changes }: Pick<ChangesState, 'changes'>, now: number): Change[] {
  const newestFirst = [...changes.values()].toSorted((one, other) => other.number - one.number);
  const awaited: Change[] = [];
  for (const change of newestFirst) {
    if (isAwaited(change, now)) awaited.push(change);
    if (awaited.length === MAX_AWAITED) break;
  }
  return awaited;
}

function isAwaited(change: Change, now: number): boolean {
  const { state, lapsed, ended } = change;
  return (
    state === 'reported' &&
    lapsed === undefined &&
    mayBeObserved(change) &&
    !answeredFailure(change) &&
    now - (ended?.at ?? 0) < AWAITED_MS
  );
}

/**
 * Ended without being seen to take effect, so it may still be wanted: it expired, was cancelled or
 * lapsed, or its outcome is unknown and somebody has looked.
 */
export function mayBeWanted(
  change: ChangeOutcome & { readonly resolved?: unknown; readonly lapsed?: unknown },
): boolean {
  const { state, resolved, lapsed } = change;
  if (state === 'unknown') return resolved !== undefined && change.observed === undefined;
  if (state === 'reported') return lapsed !== undefined && mayBeObserved(change);
  return state === 'expired' || state === 'cancelled';
}
