const MINUTE = 60_000;

/** After the outcome, when to look whether the effect can be seen: soon, then ever more seldom. */
const LOOKS_MS = [3_000, 15_000, MINUTE, 3 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE];

/** How long after its outcome a change's effect is looked for. */
export const VERIFIED_FOR_MS = 60 * MINUTE;

/** A look that was missed while the bot was down is still worth taking for this long. */
const LATE_LOOK_MS = 10 * MINUTE;

/** Which look is due that long after the outcome, from 1 on; 0 = none, not yet or no more. */
export function checkNumber(sinceMs: number): number {
  if (sinceMs > VERIFIED_FOR_MS + LATE_LOOK_MS) return 0;
  return LOOKS_MS.filter((ms) => sinceMs >= ms).length;
}
