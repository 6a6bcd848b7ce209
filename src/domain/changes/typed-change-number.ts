/** The number somebody typed for a change, `14` or `#14`; null = it is something else. */
export function typedNumber(typed: string): number | null {
  const digits = /^#?([1-9]\d{0,14})$/.exec(typed.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

/** How many of the newest changes to read to find one person's: only the trail says who asked. */
export const REQUESTER_LOOKED_FOR = 200;
