import type { Logger } from 'pino';
import type { Clock } from '../domain/time/clock.js';
import { StoreError } from '../domain/errors/store-errors.js';
import { HOUR_MS, SECOND_MS, MINUTE_MS } from '../domain/time/units.js';

interface Trouble {
  readonly what: string;
  times: number;
  unsaid: number;
  lastAt: number;
  /** The longest it was absent before it came back. */
  widestGap: number;
  gap: number;
  saidAt: number;
}

const FIRST_GAP_MS = MINUTE_MS;
const MAX_GAP_MS = HOUR_MS;
/** Over once it has been absent three times as long as ever before, and at least this long. */
const QUIET_TIMES = 3;
const MIN_QUIET_MS = 10 * SECOND_MS;
/** The oldest are dropped: there may be endless different texts. */
const MAX_KEPT = 500;

/** Logs an error of background work once, then at growing intervals while it repeats. */
export function createRepeatedErrors(log: Pick<Logger, 'warn' | 'info'>, clock: Clock) {
  const troubles = new Map<string, Trouble>();
  let isOver = false;

  function begin(key: string, what: string): void {
    const [oldest] = troubles.keys();
    if (troubles.size >= MAX_KEPT && oldest !== undefined) troubles.delete(oldest);
    const now = clock.now();
    const fresh = { times: 1, unsaid: 0, lastAt: now, widestGap: 0, gap: FIRST_GAP_MS };
    troubles.set(key, { ...fresh, what, saidAt: now });
  }

  return {
    onError: (what: string, error: unknown): void => {
      if (isOver) return;
      const key = keyOf(what, error);
      const known = troubles.get(key);
      if (known === undefined) {
        begin(key, what);
        log.warn({ err: error }, what);
        return;
      }
      const now = clock.now();
      known.widestGap = Math.max(known.widestGap, now - known.lastAt);
      known.lastAt = now;
      known.times++;
      known.unsaid++;
      if (now - known.saidAt < known.gap) return;
      log.warn({ err: error, times: known.unsaid }, what);
      known.gap = Math.min(known.gap * 2, MAX_GAP_MS);
      known.saidAt = now;
      known.unsaid = 0;
    },
    /** Call every few seconds: logs that a repeated error is over. */
    settle: (): void => {
      for (const [key, { what, times, lastAt, widestGap }] of troubles) {
        if (clock.now() - lastAt < Math.max(MIN_QUIET_MS, QUIET_TIMES * widestGap)) continue;
        troubles.delete(key);
        if (times > 1) log.info({ times }, `resolved: ${what}`);
      }
    },
    /** Stops logging: the store is closed, and what still runs fails because of that. */
    end: (): void => {
      isOver = true;
    },
  };
}

export type RepeatedErrors = ReturnType<typeof createRepeatedErrors>;

/** An unavailable store fails the work of every guild alike, in different words. */
function keyOf(what: string, error: unknown): string {
  if (error instanceof StoreError) {
    return `${what.replaceAll(/\bguild \d+/g, 'a guild')}\n${error.fault}`;
  }
  return `${what}\n${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
}
