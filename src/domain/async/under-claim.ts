/** As a store has it: true for one caller over all processes. */
interface Claims {
  claim(key: string, ttlMs: number): Promise<boolean>;
  release(key: string): Promise<void>;
}

/**
 * A process that works for longer counts as dead. Longer than a store that is locked at each call,
 * shorter than the minutes for which Discord remembers nonces.
 */
export const CLAIMED_MS = 60_000;

/** Null, and nothing is done, while another process does it. */
export async function underClaim<Result>(
  claims: Claims,
  key: string,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } | null> {
  if (!(await claims.claim(key, CLAIMED_MS))) return null;
  const since = performance.now();
  try {
    return { result: await work() };
  } finally {
    // Later the claim may have expired, and be another process's.
    if (performance.now() - since < CLAIMED_MS / 2) await claims.release(key);
  }
}
