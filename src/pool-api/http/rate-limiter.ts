import PQueue from 'p-queue';
import { createPacer } from '../../domain/async/pacer.js';
import { LONGEST_BUSY_WAIT_MS } from '../../domain/errors/pool-errors.js';
import { SECOND_MS } from '../../domain/time/units.js';

/** Limits on one key's reads. */
export interface Pacing {
  /** Reads in progress at once. */
  readonly concurrency: number;
  readonly perSecond: number;
  /** The first pause after a 429 without `Retry-After`; each further one doubles it. */
  readonly busyPauseMs: number;
  /** Also caps `Retry-After`. */
  readonly maxPauseMs: number;
}

export const DEFAULT_PACING: Pacing = {
  concurrency: 4,
  perSecond: 100,
  busyPauseMs: SECOND_MS,
  maxPauseMs: LONGEST_BUSY_WAIT_MS,
};

/** The turn did not come in time. */
export class TurnTimeout extends Error {
  override readonly name = 'TurnTimeout';

  constructor(
    /** What is left of the pause after a 429. */
    readonly busyMs: number,
    /** What is left of the pool's own `Retry-After`; undefined if it gave none. */
    readonly askedMs: number | undefined,
  ) {
    super('no turn in time');
  }
}

const ANSWERS_PER_STEP = 10;
/** With less time left than this, no request is started. */
const MIN_MS = 50;

/**
 * A queue for one key. After a 429 all reads wait, then go one at a time; every ten good answers
 * allow one more at once. Times are `performance.now()`.
 */
export function createRateLimiter(pacing: Pacing) {
  const queue = new PQueue({ concurrency: pacing.concurrency });
  const pacer = createPacer({ most: pacing.perSecond, everyMs: SECOND_MS });
  let fullUntil = 0;
  let pausedUntil = 0;
  let pausedAt = 0;
  /** As the pool asked, uncapped. */
  let askedUntil = 0;
  let busyInARow = 0;
  let goodInARow = 0;
  let resume: NodeJS.Timeout | undefined;

  const busyMs = () => Math.max(0, pausedUntil - performance.now());

  function turnTimeout(): TurnTimeout {
    const askedMs = askedUntil - performance.now();
    return new TurnTimeout(busyMs(), askedMs > 0 ? askedMs : undefined);
  }

  function pauseFor(ms: number): void {
    const until = performance.now() + ms;
    if (until <= pausedUntil) return;
    pausedUntil = until;
    pause();
  }

  function count(): void {
    const fullMs = pacer.begin();
    if (fullMs === 0) return;
    fullUntil = performance.now() + fullMs;
    pause();
  }

  function pause(): void {
    clearTimeout(resume);
    const left = Math.max(busyMs(), fullUntil - performance.now());
    // Infinite once closed.
    if (left <= 0 || left === Infinity) return void queue.start();
    queue.pause();
    resume = setTimeout(pause, left);
  }

  return {
    /**
     * Runs the task when its turn comes.
     * @throws TurnTimeout if that is after the deadline
     */
    async turn<Value>(task: () => Promise<Value>, deadline: number): Promise<Value> {
      const left = deadline - performance.now();
      if (left <= 0 || busyMs() >= left) throw turnTimeout();
      const isFree = queue.size === 0 && queue.pending < queue.concurrency;
      // The common case needs no timer.
      if (isFree && !queue.isPaused)
        return queue.add(() => {
          count();
          return task();
        });
      const giveUp = new AbortController();
      const timer = setTimeout(() => giveUp.abort(turnTimeout()), left);
      const begin = () => {
        clearTimeout(timer);
        if (deadline - performance.now() < MIN_MS) throw turnTimeout();
        count();
        return task();
      };
      try {
        return await queue.add(begin, { signal: giveUp.signal });
      } finally {
        clearTimeout(timer);
      }
    },
    /** Call on a 429 to a read begun at `startedAt`: pauses all reads of this key. */
    onRateLimited(startedAt: number, retryAfterMs: number | undefined): void {
      // Reads in progress when the pause began don't count again.
      if (startedAt >= pausedAt) busyInARow++;
      pausedAt = performance.now();
      if (retryAfterMs !== undefined) askedUntil = Math.max(askedUntil, pausedAt + retryAfterMs);
      goodInARow = 0;
      queue.concurrency = 1;
      const growing = pacing.busyPauseMs * 2 ** (busyInARow - 1) * (1 + Math.random() / 4);
      pauseFor(Math.min(retryAfterMs ?? growing, pacing.maxPauseMs));
    },
    /** What is left of the pause; infinite once closed. */
    busyMs,
    onSuccess(): void {
      busyInARow = 0;
      askedUntil = 0;
      if (queue.concurrency >= pacing.concurrency || ++goodInARow < ANSWERS_PER_STEP) return;
      goodInARow = 0;
      queue.concurrency++;
    },
    /** How many reads are waiting for their turn. */
    waiting: (): number => queue.size,
    isIdle: (): boolean => queue.size === 0 && queue.pending === 0 && busyMs() === 0,
    close(): void {
      clearTimeout(resume);
      pausedUntil = Infinity;
      queue.start();
    },
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;
