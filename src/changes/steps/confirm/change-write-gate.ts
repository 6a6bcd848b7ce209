import { settlesWithin } from '../../../domain/async/timeout.js';
import { PoolError } from '../../../domain/errors/pool-errors.js';
import { toResult, type Result } from '../../../domain/errors/result.js';
import type { WriteGate } from '../../../pool-api/http/write-gate.js';
import type { Change, FailureNote } from '../../../domain/changes/change.js';
import { withValues } from '../../../domain/changes/settings/setting-changes.js';
import { startElapsed, type ElapsedMs } from '../../../domain/time/elapsed.js';
import type { Member } from '../../../domain/guild/access-levels.js';
import type { EngineContext } from '../../engine/engine-context.js';
import { whyNotPassGate } from '../../../domain/changes/change-permissions.js';
import { SECOND_MS } from '../../../domain/time/units.js';

/** The gate of a change: the last check of its request before the first byte. */
export interface ChangeWriteGate extends WriteGate {
  /** Why nothing left; null if the request's outcome tells. */
  why(outcome: Result<unknown>): FailureNote['why'] | null;
}

type WriteGateParts = Pick<
  EngineContext,
  'trail' | 'guilds' | 'clock' | 'expiry' | 'answerWithinMs'
>;

/** A request may only leave within this fraction of the time after which others call it lost. */
const SAFETY_FACTOR = 2;

/** From the check to the first byte: an older one may no longer be true. */
const CHECK_WITHIN_MS = SECOND_MS;

/**
 * Between `sent` and the request the card is drawn, a connection is made, and the process may be
 * paused. This judges whatever happened meanwhile.
 */
export function createWriteGate(
  { trail, guilds, clock, expiry, answerWithinMs }: WriteGateParts,
  guildId: string,
  { change, by, sinceBegun }: ChangeToSend,
): ChangeWriteGate {
  let reason: FailureNote['why'] | null = null;
  let sinceCheck: ElapsedMs | null = null;

  async function check(): Promise<FailureNote['why'] | null> {
    const [state, key, stored] = await Promise.all([
      trail.state(guildId),
      guilds.keyInfo(guildId),
      guilds.settings(guildId),
    ]);
    if (key?.connectedAt !== change.keySince) return 'other-key';
    const settings = withValues(stored, state.settings);
    return whyNotPassGate(state, change, { member: by, settings, expiry });
  }

  function maySendFirstByte(): boolean {
    if (sinceBegun() >= answerWithinMs / SAFETY_FACTOR) reason ??= 'late';
    // A paused process may get the answer before its timer reports that it came late.
    if (sinceCheck === null || sinceCheck() > CHECK_WITHIN_MS) reason ??= 'unread';
    return reason === null;
  }

  return {
    async maySendOnceConnected() {
      sinceCheck = startElapsed(clock);
      const checking = toResult(check());
      const found = (await settlesWithin(CHECK_WITHIN_MS, checking)) ? await checking : null;
      reason = found?.ok === true ? found.value : 'unread';
      return maySendFirstByte();
    },
    maySendFirstByte,
    why(outcome) {
      const neverLeft =
        !outcome.ok && outcome.error instanceof PoolError && outcome.error.outcome === 'not-sent';
      return neverLeft ? reason : null;
    },
  };
}

interface ChangeToSend {
  readonly change: Change;
  /** Who confirmed it, with their roles at that click. */
  readonly by: Member;
  readonly sinceBegun: ElapsedMs;
}
