/** Work that must not overtake itself: one at a time for each lane, different lanes at once. */
export interface KeyedQueue {
  /** Resolves or rejects as the work does. */
  run<Result>(lane: string, work: () => Promise<Result>): Promise<Result>;
  /** Resolves once nothing is under way. */
  idle(): Promise<void>;
}

export function createKeyedQueue(): KeyedQueue {
  const ends = new Map<string, Promise<unknown>>();
  return {
    run(lane, work) {
      const before = ends.get(lane) ?? Promise.resolve();
      const result = before.then(work, work);
      const end = result.then(tidy, tidy);
      ends.set(lane, end);
      return result;

      function tidy(): void {
        if (ends.get(lane) === end) ends.delete(lane);
      }
    },
    async idle() {
      while (ends.size > 0) await Promise.allSettled(ends.values());
    },
  };
}
