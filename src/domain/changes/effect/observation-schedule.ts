import type { Change } from '../change.js';
import { mayBeObserved } from '../unresolved.js';
import { isOpen } from '../state/state-machine.js';
import type { AgeOf } from '../../time/ages.js';
import { MINUTE_MS, SECOND_MS, HOUR_MS } from '../../time/units.js';

/** When to look for a change's effect, in ms after its outcome, at growing gaps. */
const CHECKS_MS = [
  3 * SECOND_MS,
  15 * SECOND_MS,
  MINUTE_MS,
  3 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
];

/** How long to look for a change's effect. */
export const OBSERVED_FOR_MS = HOUR_MS;

/** A check missed while the bot was down is still made within this time. */
const LATE_CHECK_MS = 10 * MINUTE_MS;

/**
 * Whether time alone may bring the next step: the change is open, or its effect is still being
 * looked for.
 */
export function isWatched(change: Change, ageOf: AgeOf): boolean {
  if (isOpen(change)) return true;
  return mayBeObserved(change) && endedAge(change, ageOf) <= OBSERVED_FOR_MS + LATE_CHECK_MS;
}

/** How long ago its request had an outcome, in ms. */
export function endedAge({ id, ended }: Change, ageOf: AgeOf): number {
  const at = ended?.at ?? 0;
  return ageOf(`ended:${id}:${at}`, at);
}

export function isFinalCheck(number: number): boolean {
  return number === CHECKS_MS.length;
}

/** The number of the check that is due, from 1; 0 if none is due yet or any more. */
export function checkNumber(sinceMs: number): number {
  if (sinceMs > OBSERVED_FOR_MS + LATE_CHECK_MS) return 0;
  return CHECKS_MS.filter((ms) => sinceMs >= ms).length;
}
