let aheadMs = 0;

/** The world's clock may be ahead of this browser's: days were let pass. */
export function setAhead(ms: number): void {
  aheadMs = ms;
}

/** Milliseconds since 1970. */
export function now(): number {
  return Date.now() + aheadMs;
}
