import type { Change, State } from '../change.js';

export type EndedChange = Pick<Change, 'closed' | 'ended' | 'state'>;

const CLOSED: ReadonlySet<State> = new Set(['cancelled', 'expired', 'drifted']);

/** States of changes of which nothing was done, by this trail. */
export const ENDED: ReadonlySet<State> = new Set([...CLOSED, 'failed']);

/**
 * When it ended with nothing done, in ms; null if it hasn't, or something may have been. What the pool
 * refused counts too: it refused this request, not one in lost entries.
 */
export function endedWithoutEffectAt({ closed, ended, state }: EndedChange): number | null {
  if (CLOSED.has(state)) return closed?.at ?? null;
  return state === 'failed' ? (ended?.at ?? null) : null;
}
