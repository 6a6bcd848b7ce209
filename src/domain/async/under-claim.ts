/** As a store has it: true for one caller over all processes. */
interface Claims {
  claim(key: string, ttlMs: number): Promise<boolean>;
  release(key: string): Promise<void>;
}

/** A process that works for longer counts as dead; below the minutes for which Discord knows nonces. */
const CLAIMED_MS = 60_000;

/** Runs it unless another process does. */
export async function underClaim(
  claims: Claims,
  key: string,
  work: () => Promise<void>,
): Promise<void> {
  if (!(await claims.claim(key, CLAIMED_MS))) return;
  try {
    await work();
  } finally {
    await claims.release(key);
  }
}
