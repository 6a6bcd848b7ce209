import { textIn } from '../../domain/changes/change-summary.js';
import type { Change } from '../../domain/changes/change.js';
import type { ChangesState } from '../../domain/changes/state.js';
import { isOpen } from '../../domain/changes/state-machine.js';
import { isUnresolved } from '../../domain/changes/unresolved.js';
import { answeredFailure } from '../../domain/answers/answered-failure.js';
import { awaitsApproval } from '../../domain/payments/payment-attention.js';
import type { ChangeKind } from '../kinds/kind.js';
import { mayBeObserved } from '../observation-schedule.js';
import { isSameThing } from '../rules.js';
import { listChanges } from '../trail/list-changes.js';
import type { Trail } from '../trail/trail.js';

interface BesideParts {
  readonly trail: Pick<Trail, 'state'>;
  readonly kindOf: (name: string) => ChangeKind;
}

/** How many of the newest changes to read where those in memory aren't enough. */
const NEWEST = 30;

/** Other changes that the card of a change tells of. */
export function createChangesBeside({ trail, kindOf }: BesideParts) {
  const inMemory = ({ changes }: ChangesState) => [...changes.values()].toReversed();
  const newest = (guildId: string) => listChanges(trail, guildId, { most: NEWEST });
  const subaccountOf = ({ kind, input }: Change) => kindOf(kind).subaccountOf(input);

  return {
    /** Those of the same subaccount that aren't finished; newest first. */
    async unfinished(guildId: string, change: Change, state: ChangesState): Promise<Change[]> {
      // An approval may take longer than a change stays in memory.
      const isWaiting = awaitsApproval({ status: textIn(change.present, 'status') });
      const others = isWaiting ? await newest(guildId) : inMemory(state);
      const subaccount = subaccountOf(change);
      return others.filter(
        (other) =>
          other.id !== change.id && isUnfinished(other) && subaccountOf(other) === subaccount,
      );
    },
    /** The one whose values the pool listed after it had listed this one's, or never did. */
    async replacedAtPool(
      guildId: string,
      change: Change,
      { state, isOld }: { readonly state: ChangesState; readonly isOld: boolean },
    ): Promise<Change | null> {
      if (!mayBeObserved(change) || change.sent === undefined) return null;
      const since = change.observed?.at ?? change.sent.at;
      const seen = (isOld ? await newest(guildId) : inMemory(state)).filter(
        (other) =>
          other.requestHash !== change.requestHash &&
          isSameThing(other, change) &&
          (other.observed?.at ?? 0) > since,
      );
      return seen.toSorted((a, b) => (b.observed?.at ?? 0) - (a.observed?.at ?? 0))[0] ?? null;
    },
    /** Those whose cards tell of `seen`, which the pool lists now. */
    async replacedBy(guildId: string, seen: Change): Promise<Change[]> {
      const others =
        seen.rule === 'payments' ? await newest(guildId) : inMemory(await trail.state(guildId));
      return others.filter(
        (other) => other.id !== seen.id && mayBeObserved(other) && isSameThing(other, seen),
      );
    },
  };
}

function isUnfinished(change: Change): boolean {
  if (isOpen(change) || isUnresolved(change)) return true;
  return change.state === 'reported' && mayBeObserved(change) && !answeredFailure(change);
}
