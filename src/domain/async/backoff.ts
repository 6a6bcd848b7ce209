export interface GrowingGap {
  readonly firstMs: number;
  readonly ceilingMs: number;
  /** From 0 to 1; Math.random unless set. */
  readonly random?: () => number;
}

/** Exponential backoff after this many consecutive failures, in ms; jittered by up to half. */
export function backoff(
  failures: number,
  { firstMs, ceilingMs, random = Math.random }: GrowingGap,
): number {
  if (failures <= 0) return 0;
  return Math.min(firstMs * 2 ** (failures - 1), ceilingMs) * (0.5 + random() / 2);
}
