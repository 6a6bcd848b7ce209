import type { Change } from '../../../domain/changes/change.js';
import type { ChangesState } from '../../../domain/changes/state/state.js';
import { isOpen } from '../../../domain/changes/state/state-machine.js';
import { awaitedIn, isUnresolved } from '../../../domain/changes/unresolved.js';
import { isSameByIdOrName } from '../../../domain/names/same-by-id-or-name.js';
import type { Clock } from '../../../domain/time/clock.js';
import type { ChangeKind } from '../../kinds/kind.js';

interface RelatedChangesParts {
  readonly clock: Clock;
  readonly kindOf: (name: string) => ChangeKind;
}

/** Other changes that the card of a change tells of; all of them are still in memory. */
export function createRelatedChanges({ clock, kindOf }: RelatedChangesParts) {
  const newestFirst = ({ changes }: ChangesState) => [...changes.values()].toReversed();
  const subaccountOf = ({ kind, input, present }: Change) => ({
    id: kindOf(kind).subaccountIdOf(present),
    name: kindOf(kind).subaccountOf(input),
  });

  return {
    /** Those of the same subaccount that aren't finished; newest first. */
    unfinished(change: Change, state: ChangesState): Change[] {
      const awaited = new Set(awaitedIn(state, clock.now()));
      return newestFirst(state).filter(
        (other) =>
          other.id !== change.id &&
          (isOpen(other) || isUnresolved(other) || awaited.has(other)) &&
          isSameByIdOrName(subaccountOf(other), subaccountOf(change)),
      );
    },
  };
}
