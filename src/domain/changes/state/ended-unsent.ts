import { MINUTE_MS } from '../../time/units.js';
import type { Change } from '../change.js';
import type { ChangesState } from './state.js';

/** Changes that ended without a request: entries that are lost may have sent them all the same. */

/** What the bot's clock and Discord's may differ by, and how late Discord may take a message. */
const CLOCKS_DIFFER_MS = 15 * MINUTE_MS;

/** When it ended, in ms; null if its request left, or may yet. */
export function endedUnsentAt({ closed, ended, state, failure }: Change): number | null {
  if (closed !== undefined && state !== 'unknown') return closed.at;
  return state === 'failed' && failure?.why !== 'pool' ? (ended?.at ?? null) : null;
}

/**
 * The ids of those that ended since a message with a lost entry was drawn at `drawnAt`, in ms: the
 * older copy was put back after that.
 */
export function endedSinceShown({ changes }: ChangesState, drawnAt: number): string[] {
  const since = drawnAt - CLOCKS_DIFFER_MS;
  return [...changes.values()]
    .filter((change) => (endedUnsentAt(change) ?? -Infinity) >= since)
    .map(({ id }) => id);
}

/** The ids of those that hadn't ended, or otherwise, in what a process remembers of the lost entries. */
export function endedOtherwise({ changes, digests }: ChangesState, lost: ChangesState): string[] {
  return [...changes.values()]
    .filter((change) => endedUnsentAt(change) !== null)
    .map(({ id }) => id)
    .filter((id) => lost.digests.get(id)?.seal !== digests.get(id)?.seal);
}
