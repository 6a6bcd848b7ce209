/** How a clock differs from this machine's: ahead by an offset, then further, step by step. */
export interface ClockOffset {
  readonly aheadMs: number;
  readonly steps?: ClockSteps;
}

/** Between steps time passes normally, so that most work under way meets its deadline. */
export interface ClockSteps {
  /** By this machine's clock. */
  readonly from: number;
  readonly everyMs: number;
  readonly count: number;
  /** How far each step goes. */
  readonly byMs: number;
}

/**
 * How far such a clock is ahead of this machine's at `at`. Self-contained, because `clock-ahead.ts`
 * copies its source text.
 */
export function aheadAt({ aheadMs, steps }: ClockOffset, at: number): number {
  if (steps === undefined) return aheadMs;
  const made = Math.floor((at - steps.from) / steps.everyMs);
  return aheadMs + Math.min(Math.max(0, made), steps.count) * steps.byMs;
}

/** Lets `count` minutes pass, each in `everyMs`. */
export function minutesPassing(count: number, now: ClockOffset, at: Beginning): ClockOffset {
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

/** When time runs normally again, in this machine's Unix milliseconds. */
export function steppedUntil({ steps }: ClockOffset): number {
  return steps === undefined ? -Infinity : steps.from + steps.everyMs * steps.count;
}
