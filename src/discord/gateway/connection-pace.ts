import { backoff } from '../../domain/async/backoff.js';

interface Attempt {
  /** There is no session to resume. */
  readonly identifies: boolean;
  /** Shards of the whole bot, in all processes. */
  readonly shardCount: number;
}

interface Turn {
  readonly waitMs: number;
  /** Tries before this one since a connection last held. */
  readonly failures: number;
}

const FIRST_GAP_MS = 1_000;
const LONGEST_GAP_MS = 60_000;
/** A connection that held for so long was a good one. */
const STEADY_MS = 60_000;
/** One that broke sooner was let in all the same: the next gap is 4 s at most. */
const FAILURES_ONCE_READY = 3;
/**
 * Discord takes 1,000 IDENTIFYs a day from a whole bot and resets its token after that. With one
 * per shard in half of this time at most, a day's loop stays below 700.
 */
const IDENTIFY_SHARE_MS = 260_000;

export interface PaceParts {
  /** ms from any start, never set back; performance.now unless set. */
  readonly now?: () => number;
  readonly random?: () => number;
  /** The wait after the first failure, from which the others grow; a second unless set. */
  readonly firstGapMs?: number;
}

/** When one shard may open its next connection. Holds no timer. */
export function createConnectionPace(parts: PaceParts = {}) {
  const { now = () => performance.now(), random = Math.random, firstGapMs = FIRST_GAP_MS } = parts;
  let failures = 0;
  let identified = 0;
  let readyAt: number | null = null;

  const gap = (count: number, ceilingMs: number) =>
    backoff(count, { firstMs: firstGapMs, ceilingMs, random });

  return {
    /** Counts a try that is about to be made. */
    next({ identifies, shardCount }: Attempt): Turn {
      const shareMs = IDENTIFY_SHARE_MS * shardCount;
      const heldMs = readyAt === null ? 0 : now() - readyAt;
      readyAt = null;
      if (heldMs >= STEADY_MS) failures = 0;
      // Paid back and not forgotten, or a session that is lost now and then would cost too many.
      identified = Math.max(0, identified - Math.floor(heldMs / shareMs));
      const waitMs = Math.max(
        gap(failures, LONGEST_GAP_MS),
        identifies ? gap(identified, shareMs) : 0,
      );
      return { waitMs, failures: failures++ };
    },
    /** An IDENTIFY is on its way. */
    identified(): void {
      identified += 1;
    },
    /** READY or RESUMED came. */
    ready(): void {
      readyAt = now();
      failures = Math.min(failures, FAILURES_ONCE_READY);
    },
  };
}

export type ConnectionPace = ReturnType<typeof createConnectionPace>;
