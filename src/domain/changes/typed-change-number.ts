/** The number that somebody typed for a change, `14` or `#14`; null = it is something else. */
export function typedNumber(typed: string): number | null {
  const digits = /^#?([1-9]\d{0,14})$/.exec(typed.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Newest changes that are read to find one person's: who asked stands in the trail alone. */
export const REQUESTER_LOOKED_FOR = 200;
