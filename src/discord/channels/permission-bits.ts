/**
 * Permission bits as Discord sends them: decimal text (docs, "Permissions"); older versions send a
 * number. Null if they are neither, so that what they allow is unknown.
 */
export function permissionBits(given: unknown): bigint | null {
  if (typeof given === 'string' && /^\d{1,40}$/.test(given)) return BigInt(given);
  // A number beyond a double's exact range has lost bits.
  return typeof given === 'number' && Number.isSafeInteger(given) && given >= 0
    ? BigInt(given)
    : null;
}
