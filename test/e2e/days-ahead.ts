import { clockAhead, setClockOffset } from '../../sandbox/clock-ahead.js';
import type { Installation } from './world.js';

/** For the environment of a bot whose clock a test sets. */
export const clockFromFile = { NODE_OPTIONS: `--import=${clockAhead}` };

/** From its next start on. */
export function setDaysAhead(
  { dataDir }: Pick<Installation, 'dataDir'>,
  days: number,
): Promise<void> {
  return setClockOffset(dataDir, { aheadMs: Math.round(days * 86_400_000) });
}
