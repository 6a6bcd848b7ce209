import type { Change } from '../../../domain/changes/change.js';
import type { ChangesState } from '../../../domain/changes/state/state.js';
import { isOpen } from '../../../domain/changes/state/state-machine.js';
import { awaitedIn, isUnresolved } from '../../../domain/changes/unresolved.js';
import { isSameByIdOrName } from '../../../domain/names/same-by-id-or-name.js';
import { kindOf } from '../../kinds/kinds.js';

/**
 * Other unfinished changes of the change's subaccount, newest first; all of them are still in memory.
 * `now` in ms.
 */
export function unfinishedBeside(change: Change, state: ChangesState, now: number): Change[] {
  const awaited = new Set(awaitedIn(state, now));
  return [...state.changes.values()]
    .toReversed()
    .filter(
      (other) =>
        other.id !== change.id &&
        (isOpen(other) || isUnresolved(other) || awaited.has(other)) &&
        isSameByIdOrName(subaccountOf(other), subaccountOf(change)),
    );
}

function subaccountOf({ kind: name, input, present }: Change) {
  const kind = kindOf(name);
  return { id: kind.subaccountIdOf(present), name: kind.subaccountOf(input) };
}
