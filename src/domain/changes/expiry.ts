import { createAges } from '../time/ages.js';
import type { Clock } from '../time/clock.js';
import { DAY_MS, MINUTE_MS } from '../time/units.js';
import type { Uptime } from '../time/uptime.js';
import type { Change } from './change.js';

type Waiting = Pick<Change, 'id' | 'askedAt' | 'expiresAt'>;

/**
 * When a waiting change's time is over: by the wall clock and by the process's own count, from when
 * it first heard of the change. Either may be wrong: clocks are set, and machines sleep.
 */
export interface Expiry {
  /** By the process's own count, in ms. */
  waitedMs(change: Waiting): number;
  /**
   * Null while it can be confirmed. `over`: by the process's own count, or for long enough by the
   * clock. `from-ahead`: it was requested by a clock that was ahead, so when it ends is wrong too.
   * `clocks-differ`: by the clock alone, which may be ahead for a moment; until they agree it can't be
   * confirmed, and isn't closed.
   */
  whyExpired(change: Waiting): WhyExpired | null;
  /** Whether to close it: a clock that is ahead for a moment may not. */
  mayClose(change: Waiting): boolean;
}

export type WhyExpired = 'over' | 'from-ahead' | 'clocks-differ';

/** What the clocks of two processes may differ by, and for how long one may be wrong. */
const CLOCK_WRONG_MS = 15 * MINUTE_MS;
/** No server lets a change wait for longer than three days. */
const COUNTED_MS = 4 * DAY_MS;
/** Only while the clock disagrees with the process's own count. */
const MAX_KNOWN = 1_000;

export function createExpiry({ clock, uptime }: { clock: Clock; uptime: Uptime }): Expiry {
  const ageOf = createAges({ clock, uptime, withinMs: COUNTED_MS });
  /** By change: when the wall clock was first past its end, by the process's own count. */
  const pastEndSince = new Map<string, number>();
  const waitedMs = ({ id, askedAt }: Waiting) => ageOf(id, askedAt);
  const isPastEnd = ({ expiresAt }: Waiting) => clock.now() >= expiresAt;

  function whyExpired(change: Waiting): WhyExpired | null {
    const { id, askedAt, expiresAt } = change;
    const isOverByCount = waitedMs(change) >= expiresAt - askedAt;
    if (isPastEnd(change) && !isOverByCount)
      return isLongPastEnd(change) ? 'over' : 'clocks-differ';
    pastEndSince.delete(id);
    if (isOverByCount) return 'over';
    return askedAt - clock.now() > CLOCK_WRONG_MS ? 'from-ahead' : null;
  }

  function isLongPastEnd({ id }: Waiting): boolean {
    const since = pastEndSince.get(id) ?? uptime();
    if (pastEndSince.size >= MAX_KNOWN) pastEndSince.clear();
    pastEndSince.set(id, since);
    return uptime() - since >= CLOCK_WRONG_MS;
  }

  return {
    waitedMs,
    whyExpired,
    mayClose(change) {
      const why = whyExpired(change);
      return why === 'over' || why === 'from-ahead';
    },
  };
}
