/** Smaller steps only delay something by as much. */
const STEP_MS = 1_000;

/** Tells, when asked, whether the wall clock was set back since it was last asked. */
export function createStepWatch(): () => boolean {
  let ahead = Date.now() - performance.now();
  return () => {
    const before = ahead;
    ahead = Date.now() - performance.now();
    return before - ahead > STEP_MS;
  };
}
