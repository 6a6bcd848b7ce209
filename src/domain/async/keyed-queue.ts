/** Runs one piece of work at a time for each key, and different keys at once. */
export interface KeyedQueue {
  /** Resolves or rejects as the work does. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** True while work for that key waits or is under way. */
  has(key: string): boolean;
  /** Resolves once nothing is under way. */
  idle(): Promise<void>;
}

export function createKeyedQueue(): KeyedQueue {
  const ends = new Map<string, Promise<unknown>>();
  return {
    run(key, work) {
      const before = ends.get(key) ?? Promise.resolve();
      const result = before.then(work, work);
      const end = result.then(tidy, tidy);
      ends.set(key, end);
      return result;

      function tidy(): void {
        if (ends.get(key) === end) ends.delete(key);
      }
    },
    has: (key) => ends.has(key),
    async idle() {
      while (ends.size > 0) await Promise.allSettled(ends.values());
    },
  };
}

/** Lets callers that come while work for their key is under way wait for its result. */
export function createShared<Result>() {
  const underWay = new Map<string, Promise<Result>>();
  return (key: string, work: () => Promise<Result>): Promise<Result> => {
    const shared = underWay.get(key) ?? work().finally(() => underWay.delete(key));
    underWay.set(key, shared);
    return shared;
  };
}
