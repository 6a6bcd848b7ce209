const LENGTH = 20;

/** `██████░░░░` for a share from 0 to 1; full only if nothing is left. */
export function progressBar(share: number): string {
  const filled = Math.floor(LENGTH * Math.min(1, Math.max(0, share)));
  return `\`${'█'.repeat(filled)}${'░'.repeat(LENGTH - filled)}\``;
}

const BLOCK = 4;

/** `░░░████░░░`, for an unknown remainder. */
export function indeterminateBar(step: number): string {
  const before = step % (LENGTH - BLOCK + 1);
  return `\`${'░'.repeat(before)}${'█'.repeat(BLOCK)}${'░'.repeat(LENGTH - BLOCK - before)}\``;
}
