import { settlesWithin } from '../../domain/async/timeout.js';
import { PoolError } from '../../domain/errors/errors.js';
import { toResult, type Result } from '../../domain/errors/result.js';
import type { WriteGate } from '../../pool-api/http/write-gate.js';
import type { Change, FailureNote } from '../../domain/changes/change.js';
import type { EngineContext } from '../engine-context.js';
import { whyNotLeave } from '../rules.js';

/** The last look at a request before its first byte. */
export interface LastLook extends WriteGate {
  /** Why nothing left; null if the request's outcome tells. */
  why(outcome: Result<unknown>): FailureNote['why'] | null;
}

/** A request may leave within this fraction of the time after which others call it lost. */
const SAFETY_FACTOR = 2;

/** What an answer says that was longer on its way may have been true then alone. */
const LOOK_WITHIN_MS = 1_000;

/**
 * Between `sent` and the request the card is drawn and a connection is made, and the process may be
 * paused. What happened meanwhile counts. `begun` has both clocks: one may stand still while a
 * machine sleeps, the other may be set.
 */
export function createLastLook(
  { trail, guilds, clock, answerWithinMs }: EngineContext,
  guildId: string,
  { change, begun }: { readonly change: Change; readonly begun: Begun },
): LastLook {
  let reason: FailureNote['why'] | null = null;

  async function look(): Promise<FailureNote['why'] | null> {
    const [state, key] = await Promise.all([trail.state(guildId), guilds.keyInfo(guildId)]);
    if (key?.connectedAt !== change.keySince) return 'other-key';
    return whyNotLeave(state, change, clock.now());
  }

  function isInTime(): boolean {
    const passed = Math.max(clock.now() - begun.at, performance.now() - begun.monotonicMs);
    if (passed >= answerWithinMs / SAFETY_FACTOR) reason ??= 'late';
    return reason === null;
  }

  return {
    async mayLeave() {
      const looking = toResult(look());
      const looked = (await settlesWithin(LOOK_WITHIN_MS, looking)) ? await looking : null;
      reason = looked?.ok === true ? looked.value : 'unread';
      return isInTime();
    },
    isInTime,
    why(outcome) {
      const isKept =
        !outcome.ok && outcome.error instanceof PoolError && outcome.error.outcome === 'not-sent';
      return isKept ? reason : null;
    },
  };
}

export interface Begun {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** `performance.now()` */
  readonly monotonicMs: number;
}
