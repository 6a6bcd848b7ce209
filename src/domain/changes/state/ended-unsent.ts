import type { Change, State } from '../change.js';

const CLOSED: ReadonlySet<State> = new Set(['cancelled', 'expired', 'drifted']);

/** States of changes that may have ended without a request. */
export const ENDED: ReadonlySet<State> = new Set([...CLOSED, 'failed']);

/** When it ended without a request, in ms; null if its request left, or may yet. */
export function endedUnsentAt({ closed, ended, state, failure }: Change): number | null {
  if (CLOSED.has(state)) return closed?.at ?? null;
  return state === 'failed' && failure?.why !== 'pool' ? (ended?.at ?? null) : null;
}
