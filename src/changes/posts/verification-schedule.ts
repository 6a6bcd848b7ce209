const MINUTE = 60_000;

/** When to look for a change's effect, counted from its outcome: at growing gaps. */
const CHECKS_MS = [3_000, 15_000, MINUTE, 3 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE];

/** How long a change's effect is looked for. */
export const VERIFIED_FOR_MS = 60 * MINUTE;

/** A check that was missed while the bot was down is still made for this long. */
const LATE_CHECK_MS = 10 * MINUTE;

/** Whether a check may still come, that long after the outcome. */
export function isCheckedAgain(sinceMs: number): boolean {
  return sinceMs <= VERIFIED_FOR_MS + LATE_CHECK_MS;
}

/** Which check is due that long after the outcome, from 1 on; 0 = none, not yet or no more. */
export function checkNumber(sinceMs: number): number {
  if (!isCheckedAgain(sinceMs)) return 0;
  return CHECKS_MS.filter((ms) => sinceMs >= ms).length;
}
