import type { Clock } from './clock.js';

/** Gives the milliseconds since `startElapsed` was called. */
export type ElapsedMs = () => number;

/**
 * By two clocks, of which the larger figure counts: the monotonic one may stand still while a
 * machine sleeps, and the other may be set.
 */
export function startElapsed(clock: Clock): ElapsedMs {
  const [at, monotonic] = [clock.now(), performance.now()];
  return () => Math.max(clock.now() - at, performance.now() - monotonic);
}
