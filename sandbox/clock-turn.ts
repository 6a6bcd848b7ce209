/** How a clock differs from this machine's: ahead by so much, and then further, step by step. */
export interface ClockTurn {
  readonly aheadMs: number;
  readonly steps?: ClockSteps;
}

/** Between two steps time goes as always, so that what is under way mostly meets its deadline. */
export interface ClockSteps {
  /** By this machine's clock. */
  readonly from: number;
  readonly everyMs: number;
  readonly count: number;
  /** How far each goes. */
  readonly byMs: number;
}

/**
 * By how much such a clock is ahead at `at` of this machine's. Stands alone, because
 * `clock-ahead.ts` takes its text.
 */
export function aheadAt({ aheadMs, steps }: ClockTurn, at: number): number {
  if (steps === undefined) return aheadMs;
  const made = Math.floor((at - steps.from) / steps.everyMs);
  return aheadMs + Math.min(Math.max(0, made), steps.count) * steps.byMs;
}

/** Minutes that pass in `everyMs` each. */
export function minutesPassing(count: number, now: ClockTurn, at: Beginning): ClockTurn {
  const { from, everyMs } = at;
  return {
    aheadMs: aheadAt(now, from),
    steps: { from, everyMs, count, byMs: 60_000 - everyMs },
  };
}

interface Beginning {
  readonly from: number;
  readonly everyMs: number;
}

/** Unix milliseconds of this machine at which it goes as always again. */
export function steppedUntil({ steps }: ClockTurn): number {
  return steps === undefined ? -Infinity : steps.from + steps.everyMs * steps.count;
}
