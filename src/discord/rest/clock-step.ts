import { SECOND_MS } from '../../domain/time/units.js';

/** Smaller steps only cause an equally small delay. */
const STEP_MS = SECOND_MS;

/** Returns a function that says whether the wall clock was set back since its last call. */
export function createStepWatch(): () => boolean {
  let ahead = Date.now() - performance.now();
  return () => {
    const before = ahead;
    ahead = Date.now() - performance.now();
    return before - ahead > STEP_MS;
  };
}
