import PQueue from 'p-queue';

/** How fast one key's reads may follow each other. */
export interface Pacing {
  /** Reads under way at once. */
  readonly concurrency: number;
  /** Reads begun in any second. */
  readonly perSecond: number;
  /** The first pause after a 429 that names none; each further one doubles it. */
  readonly busyPauseMs: number;
  /** No pause is longer, whatever the pool asks for. */
  readonly maxPauseMs: number;
}

export const DEFAULT_PACING: Pacing = {
  concurrency: 4,
  perSecond: 100,
  busyPauseMs: 1_000,
  maxPauseMs: 60_000,
};

export interface RateLimiter {
  /**
   * Runs the task when its turn comes.
   * @throws TurnTimeout when it would come, or has not come, by the deadline
   */
  turn<Value>(task: () => Promise<Value>, deadline: number): Promise<Value>;
  /** A 429 to a read begun at `startedAt`: all reads of this key pause. */
  onRateLimited(startedAt: number, retryAfterMs: number | undefined): void;
  /** What is left of the pause; infinite once closed. */
  busyMs(): number;
  /** An answer that was no 429. */
  onSuccess(): void;
  /** Nothing waits or runs. */
  isIdle(): boolean;
  close(): void;
}

/** What is left of a pause after a 429, and of what the pool itself asked to wait, in ms. */
interface Waiting {
  readonly busyMs: number;
  /** Undefined where the pool named no time: our own pause is not its word. */
  readonly askedMs: number | undefined;
}

/** The turn did not come in time. */
export class TurnTimeout extends Error {
  override readonly name = 'TurnTimeout';
  readonly busyMs: number;
  readonly askedMs: number | undefined;
  constructor({ busyMs, askedMs }: Waiting) {
    super('no turn in time');
    this.busyMs = busyMs;
    this.askedMs = askedMs;
  }
}

const ANSWERS_PER_STEP = 10;
/** With less time left than this, a turn is not worth a request. */
const LEAST_MS = 50;

/**
 * A queue per key. After a 429 everything of the key waits, then one read at a time tries,
 * and each ten good answers allow one more. Times are `performance.now()`.
 */
export function createRateLimiter(pacing: Pacing): RateLimiter {
  const queue = new PQueue({
    concurrency: pacing.concurrency,
    intervalCap: pacing.perSecond,
    interval: 1_000,
  });
  let pausedUntil = 0;
  let pausedAt = 0;
  /** Not cut to our longest pause. */
  let askedUntil = 0;
  let busyInARow = 0;
  let goodInARow = 0;
  let resume: NodeJS.Timeout | undefined;

  const busyMs = () => Math.max(0, pausedUntil - performance.now());

  function waiting(): Waiting {
    const askedMs = askedUntil - performance.now();
    return { busyMs: busyMs(), askedMs: askedMs > 0 ? askedMs : undefined };
  }

  function pauseFor(ms: number): void {
    const until = performance.now() + ms;
    if (until <= pausedUntil) return;
    pausedUntil = until;
    queue.pause();
    clearTimeout(resume);
    resume = setTimeout(() => queue.start(), ms);
  }

  return {
    async turn(task, deadline) {
      const left = deadline - performance.now();
      if (left <= 0 || busyMs() >= left) throw new TurnTimeout(waiting());
      const isFree = queue.size === 0 && queue.pending < queue.concurrency;
      // Spares the common case a timer and a signal.
      if (isFree && !queue.isPaused && !queue.isRateLimited) return queue.add(task);
      const giveUp = new AbortController();
      const timer = setTimeout(() => giveUp.abort(new TurnTimeout(waiting())), left);
      const begin = () => {
        clearTimeout(timer);
        if (deadline - performance.now() < LEAST_MS) throw new TurnTimeout(waiting());
        return task();
      };
      try {
        return await queue.add(begin, { signal: giveUp.signal });
      } finally {
        clearTimeout(timer);
      }
    },
    onRateLimited(startedAt, retryAfterMs) {
      // Those that were under way when the pause began say nothing new.
      if (startedAt >= pausedAt) busyInARow++;
      pausedAt = performance.now();
      if (retryAfterMs !== undefined) askedUntil = Math.max(askedUntil, pausedAt + retryAfterMs);
      goodInARow = 0;
      queue.concurrency = 1;
      const growing = pacing.busyPauseMs * 2 ** (busyInARow - 1) * (1 + Math.random() / 4);
      pauseFor(Math.min(retryAfterMs ?? growing, pacing.maxPauseMs));
    },
    busyMs,
    onSuccess() {
      busyInARow = 0;
      askedUntil = 0;
      if (queue.concurrency >= pacing.concurrency || ++goodInARow < ANSWERS_PER_STEP) return;
      goodInARow = 0;
      queue.concurrency++;
    },
    isIdle: () => queue.size === 0 && queue.pending === 0 && busyMs() === 0,
    close() {
      clearTimeout(resume);
      pausedUntil = Infinity;
      queue.start();
    },
  };
}
