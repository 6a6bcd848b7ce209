import { MINUTE_MS } from '../time/units.js';

/** As a store has it: for one caller over all processes, null for the others. */
interface Claims {
  hold(key: string, ttlMs: number): Promise<string | null>;
  release(key: string, hold: string): Promise<void>;
}

/**
 * A process that works for longer counts as dead. Longer than a store that is locked at each call,
 * shorter than the minutes for which Discord remembers nonces.
 */
export const CLAIMED_MS = MINUTE_MS;

/** Null, and nothing is done, while another process does it. */
export async function withClaim<Result>(
  claims: Claims,
  key: string,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } | null> {
  const hold = await claims.hold(key, CLAIMED_MS);
  if (hold === null) return null;
  try {
    return { result: await work() };
  } finally {
    // After a standstill it may be another process's, and then stays so.
    await claims.release(key, hold);
  }
}
