/** In milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The only source of time. Tests and the playground inject one that they can move. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Runs `work` every `ms`; the next run starts `ms` after the last one ended. Returns how to stop. */
  every(ms: number, work: () => Promise<void>): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
  every(ms, work) {
    let timer: NodeJS.Timeout | undefined;
    let stopped = false;
    const run = () => {
      void work().finally(() => {
        if (!stopped) timer = setTimeout(run, ms);
      });
    };
    timer = setTimeout(run, ms);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  },
};
