/** Runs one piece of work at a time per key, and different keys concurrently. */
export function createKeyedQueue() {
  const ends = new Map<string, Promise<unknown>>();
  return {
    /** Resolves or rejects as the work does. */
    run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
      const before = ends.get(key) ?? Promise.resolve();
      const result = before.then(work, work);
      const end = result.then(tidy, tidy);
      ends.set(key, end);
      return result;

      function tidy(): void {
        if (ends.get(key) === end) ends.delete(key);
      }
    },
    /** True while work for that key is waiting or running. */
    has: (key: string): boolean => ends.has(key),
    /** Resolves once nothing is running. */
    async idle(): Promise<void> {
      while (ends.size > 0) await Promise.allSettled(ends.values());
    },
  };
}

export type KeyedQueue = ReturnType<typeof createKeyedQueue>;

/** Callers that arrive while work for their key is running share its result. */
export function createShared<Result>() {
  const underWay = new Map<string, Promise<Result>>();
  return (key: string, work: () => Promise<Result>): Promise<Result> => {
    const shared = underWay.get(key) ?? work().finally(() => underWay.delete(key));
    underWay.set(key, shared);
    return shared;
  };
}

/** Callers share the result of work that begins after they came: one runs at most, and one waits. */
export function createSharedNext<Result>() {
  const queue = createKeyedQueue();
  const waiting = new Map<string, Promise<Result>>();
  return (key: string, work: () => Promise<Result>): Promise<Result> => {
    const joined = waiting.get(key);
    if (joined !== undefined) return joined;
    const next = queue.run(key, () => {
      waiting.delete(key);
      return work();
    });
    waiting.set(key, next);
    return next;
  };
}
