export interface GrowingGap {
  readonly firstMs: number;
  readonly ceilingMs: number;
  /** From 0 to 1; Math.random unless set. */
  readonly random?: () => number;
}

/**
 * How long to wait after so many failed tries in a row, in ms: none after none, then twice as long
 * each time up to the ceiling. Jittered by up to half, so that many processes don't come back as one.
 */
export function growingGap(
  failures: number,
  { firstMs, ceilingMs, random = Math.random }: GrowingGap,
): number {
  if (failures <= 0) return 0;
  return Math.min(firstMs * 2 ** (failures - 1), ceilingMs) * (0.5 + random() / 2);
}
