import { backoff } from '../../domain/async/backoff.js';
import { SECOND_MS, MINUTE_MS } from '../../domain/time/units.js';

interface ConnectionAttempt {
  /** True if there is no session to resume. */
  readonly identifies: boolean;
  /** Shards of the whole bot, across all processes. */
  readonly shardCount: number;
}

interface ConnectionTurn {
  readonly waitMs: number;
  /** Attempts before this one since a connection last held. */
  readonly failures: number;
}

const FIRST_GAP_MS = SECOND_MS;
const MAX_GAP_MS = MINUTE_MS;
/** A connection that held this long counts as good. */
const STEADY_MS = MINUTE_MS;
/** A connection that broke sooner was at least accepted: the next gap is at most 4 s. */
const FAILURES_ONCE_READY = 3;
/**
 * Discord allows a bot 1,000 IDENTIFYs a day in total and then resets its token. At most one per
 * shard in half this time keeps a day's loop below 700.
 */
const IDENTIFY_SHARE_MS = 260 * SECOND_MS;

export interface PaceParts {
  /** A monotonic clock, in ms from any start; performance.now unless set. */
  readonly now?: () => number;
  readonly random?: () => number;
  /** The wait after the first failure, from which the others grow; one second unless set. */
  readonly firstGapMs?: number;
}

/** Decides when one shard may open its next connection. Holds no timer. */
export function createConnectionPace(parts: PaceParts = {}) {
  const { now = () => performance.now(), random = Math.random, firstGapMs = FIRST_GAP_MS } = parts;
  let failures = 0;
  let identified = 0;
  let readyAt: number | null = null;

  const gap = (count: number, ceilingMs: number) =>
    backoff(count, { firstMs: firstGapMs, ceilingMs, random });

  return {
    /** Counts an attempt that is about to be made. */
    next({ identifies, shardCount }: ConnectionAttempt): ConnectionTurn {
      const shareMs = IDENTIFY_SHARE_MS * shardCount;
      const steadyMs = readyAt === null ? 0 : now() - readyAt;
      readyAt = null;
      if (steadyMs >= STEADY_MS) failures = 0;
      // Worked off over time, not reset: otherwise occasionally lost sessions would cost too many.
      identified = Math.max(0, identified - Math.floor(steadyMs / shareMs));
      const waitMs = Math.max(gap(failures, MAX_GAP_MS), identifies ? gap(identified, shareMs) : 0);
      return { waitMs, failures: failures++ };
    },
    /** Call when an IDENTIFY is being sent. */
    identified(): void {
      identified += 1;
    },
    /** Call on READY or RESUMED. */
    ready(): void {
      readyAt = now();
      failures = Math.min(failures, FAILURES_ONCE_READY);
    },
  };
}

export type ConnectionPace = ReturnType<typeof createConnectionPace>;
