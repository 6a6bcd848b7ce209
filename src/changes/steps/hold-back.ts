import { PoolError } from '../../domain/errors/errors.js';
import { toResult, type Result } from '../../domain/errors/result.js';
import type { BeforeLeaving } from '../../pool-api/http/before-leaving.js';
import type { Change, FailureNote } from '../../domain/changes/change.js';
import type { EngineContext } from '../engine-context.js';
import { whyNotLeave } from '../rules.js';

/** What keeps a request from leaving after the trail said that it would. */
export interface HoldingBack extends BeforeLeaving {
  /** Why nothing left; null where it is the request itself that tells. */
  why(outcome: Result<unknown>): FailureNote['why'] | null;
}

/**
 * Others call a request lost this many times later than it may leave: clocks differ, and what
 * they do then must not be overtaken.
 */
const TIMES_EARLIER = 2;

/**
 * Between `sent` and the request its card is drawn and a connection is made, and a process can be
 * stopped for any time. What happened meanwhile counts. `begun`: by both clocks, because one
 * stands still while a machine sleeps and somebody may set the other.
 */
export function holdBack(
  { trail, guilds, clock, answerWithinMs }: EngineContext,
  guildId: string,
  { change, begun }: { readonly change: Change; readonly begun: Begun },
): HoldingBack {
  let reason: FailureNote['why'] | null = null;

  async function look(): Promise<FailureNote['why'] | null> {
    const [state, key] = await Promise.all([trail.state(guildId), guilds.keyInfo(guildId)]);
    if (key?.connectedAt !== change.keySince) return 'other-key';
    return whyNotLeave(state, change, clock.now());
  }

  function isInTime(): boolean {
    const passed = Math.max(clock.now() - begun.at, performance.now() - begun.ticks);
    if (passed >= answerWithinMs / TIMES_EARLIER) reason ??= 'late';
    return reason === null;
  }

  return {
    async mayLeave() {
      const looked = await toResult(look());
      reason = looked.ok ? looked.value : 'unread';
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
  readonly ticks: number;
}
