interface Pace {
  /** How many may begin in each interval. */
  readonly most: number;
  readonly everyMs: number;
}

/**
 * Counts what begins, by a clock that nobody sets. p-queue's own limit goes by the wall clock: one
 * that is set back an hour would hold up everything for an hour.
 */
export function createPacer({ most, everyMs }: Pace) {
  let since = -Infinity;
  let begun = 0;
  return {
    /** Counts one that begins now. In ms: how long the next has to wait. */
    begin(): number {
      const now = performance.now();
      if (now - since >= everyMs) {
        since = now;
        begun = 0;
      }
      begun++;
      return begun < most ? 0 : since + everyMs - now;
    },
  };
}
