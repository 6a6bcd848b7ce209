/** Counted in batches: one by one, with cold caches each time, takes ten times as long. */
const MAX_UNCOUNTED = 200;

/** Delays costly counting, until the next scrape at the latest. */
export function createBatchedCounts() {
  const uncounted: (() => void)[] = [];
  const collect = () => {
    for (const count of uncounted.splice(0)) count();
  };
  return {
    soon: (count: () => void): void => {
      if (uncounted.push(count) >= MAX_UNCOUNTED) collect();
    },
    /** Called by each such metric before it is read. */
    collect,
  };
}

export type BatchedCounts = ReturnType<typeof createBatchedCounts>;
