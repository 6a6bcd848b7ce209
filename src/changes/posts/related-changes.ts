import type { Change } from '../../domain/changes/change.js';
import type { ChangesState } from '../../domain/changes/state.js';
import { isOpen } from '../../domain/changes/state-machine.js';
import { isAwaited, isUnresolved } from '../../domain/changes/unresolved.js';
import type { Clock } from '../../domain/time/clock.js';
import type { ChangeKind } from '../kinds/kind.js';

interface ChangesBesideParts {
  readonly clock: Clock;
  readonly kindOf: (name: string) => ChangeKind;
}

/** Other changes that the card of a change tells of; all of them are still in memory. */
export function createChangesBeside({ clock, kindOf }: ChangesBesideParts) {
  const newestFirst = ({ changes }: ChangesState) => [...changes.values()].toReversed();
  const idOf = ({ kind, present }: Change) => kindOf(kind).subaccountIdOf(present);
  const nameOf = ({ kind, input }: Change) => kindOf(kind).subaccountOf(input);

  /** By id where both know one, else by name: names change hands. */
  function isSameSubaccount(one: Change, other: Change): boolean {
    const [id, otherId] = [idOf(one), idOf(other)];
    return id && otherId ? id === otherId : nameOf(one) === nameOf(other);
  }

  return {
    /** Those of the same subaccount that aren't finished; newest first. */
    unfinished(change: Change, state: ChangesState): Change[] {
      return newestFirst(state).filter(
        (other) =>
          other.id !== change.id &&
          (isOpen(other) || isUnresolved(other) || isAwaited(other, clock.now())) &&
          isSameSubaccount(other, change),
      );
    },
  };
}
