import type { Change } from '../../domain/changes/change.js';
import type { ChangesState } from '../../domain/changes/state/state.js';
import { awaitedIn, isUnresolved } from '../../domain/changes/unresolved.js';
import type { AgeOf } from '../../domain/time/ages.js';
import type { Clock } from '../../domain/time/clock.js';
import { DAY_MS } from '../../domain/time/units.js';
import { isWatched } from '../../domain/changes/effect/observation-schedule.js';
import { replacedAtPool } from '../../domain/changes/effect/replaced-at-pool.js';

/** For how long an effect that was seen is held against the next look at the pool's list. */
const EFFECT_KEPT_MS = DAY_MS;
/** So many of them at most, so that a busy day costs no checkpoint more than a quiet one. */
const MAX_EFFECTS_KEPT = 100;
/** The bot may be away for longer, but then it enters nothing. */
const EFFECT_KEPT_CHECKPOINTS = 2;

interface KeptChangesParts {
  readonly clock: Clock;
  readonly ageOf: AgeOf;
  /** Entries between two checkpoints. */
  readonly every: number;
}

/**
 * Which changes of a state stay in memory at a checkpoint: those that a step or a comparison with the
 * pool is decided on, and those that their cards tell of. How many is bounded, however long the trail
 * is.
 */
export function createKeptChanges({ clock, ageOf, every }: KeptChangesParts) {
  return (state: ChangesState): ((change: Change) => boolean) => {
    const now = clock.now();
    const seqs = [...state.changes.values()].flatMap(({ observed }) => observed?.seq ?? []);
    const oldestKept = seqs.toSorted((a, b) => b - a)[MAX_EFFECTS_KEPT - 1] ?? -Infinity;

    function isEffectNew({ observed }: Change): boolean {
      if (observed === undefined) return false;
      const { at, seq = -Infinity } = observed;
      const isRecent = state.lastSeq - seq < EFFECT_KEPT_CHECKPOINTS * every;
      // `abs` for a clock that went back.
      return isRecent || (seq >= oldestKept && Math.abs(now - at) < EFFECT_KEPT_MS);
    }

    const awaited = new Set(awaitedIn(state, now));
    const isNeeded = (change: Change) =>
      isWatched(change, ageOf) ||
      isUnresolved(change) ||
      awaited.has(change) ||
      isEffectNew(change);
    const needed = [...state.changes.values()].filter(isNeeded);
    const told = new Set(needed.map((change) => replacedAtPool(change, state)?.id));
    return (change) => isNeeded(change) || told.has(change.id);
  };
}
