import type { Change } from '../change.js';
import type { ChangesState } from '../state/state.js';
import { mayBeObserved } from '../unresolved.js';
import { isSameByIdOrName } from '../../names/same-by-id-or-name.js';

/** Which change's values the pool lists in place of another's, as far as they are in memory. */

/** The one whose values the pool listed after it had listed this one's, or never did. */
export function replacedAtPool(change: Change, { changes }: ChangesState): Change | null {
  if (!mayBeObserved(change) || change.sent === undefined) return null;
  const since = change.observed?.at ?? change.sent.at;
  const seenAt = (other: Change) => other.observed?.at ?? 0;
  const [newest = null] = [...changes.values()]
    .toReversed()
    .filter(
      (other) =>
        other.requestHash !== change.requestHash &&
        isSameAtPool(other, change) &&
        seenAt(other) > since,
    )
    .toSorted((a, b) => seenAt(b) - seenAt(a));
  return newest;
}

/** Those whose cards tell of `seen`, which the pool lists now; newest first. */
export function replacedBy(seen: Change, { changes }: ChangesState): Change[] {
  return [...changes.values()]
    .toReversed()
    .filter((other) => other.id !== seen.id && mayBeObserved(other) && isSameAtPool(other, seen));
}

function isSameAtPool(one: Change, other: Change): boolean {
  return isSameByIdOrName(conflictKeysOf(one), conflictKeysOf(other));
}

const conflictKeysOf = ({ touchesId, touches }: Change) => ({ id: touchesId, name: touches });
