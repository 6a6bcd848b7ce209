import { createAges } from '../time/ages.js';
import type { Clock } from '../time/clock.js';
import { DAY_MS, MINUTE_MS } from '../time/units.js';
import type { Uptime } from '../time/uptime.js';
import type { Change } from './change.js';

type Waiting = Pick<Change, 'id' | 'askedAt' | 'expiresAt'>;

/**
 * How long a change has waited by the process's own count, from when it first heard of it: a clock
 * that is set ahead closes nothing early, and one that is set back lets nobody confirm late.
 */
export interface Expiry {
  /** In ms. */
  waitedMs(change: Waiting): number;
  /** `from-ahead`: requested by a clock that was wrong, which set its end too. Null = it waits. */
  whyExpired(change: Waiting): 'over' | 'from-ahead' | null;
}

/** What the clocks of two processes may differ by. */
const CLOCKS_DIFFER_MS = 15 * MINUTE_MS;
/** No server lets a change wait for longer than three days. */
const COUNTED_MS = 4 * DAY_MS;

export function createExpiry({ clock, uptime }: { clock: Clock; uptime: Uptime }): Expiry {
  const ageOf = createAges({ clock, uptime, withinMs: COUNTED_MS });
  const waitedMs = ({ id, askedAt }: Waiting) => ageOf(id, askedAt);
  return {
    waitedMs,
    whyExpired(change) {
      const { askedAt, expiresAt } = change;
      if (waitedMs(change) >= expiresAt - askedAt) return 'over';
      return askedAt - clock.now() > CLOCKS_DIFFER_MS ? 'from-ahead' : null;
    },
  };
}
