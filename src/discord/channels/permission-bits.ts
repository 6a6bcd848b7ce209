/**
 * Permission bits as Discord gives them: decimal text (docs, "Permissions"), in older versions a
 * number. Null when they are neither: then nobody knows what they allow.
 */
export function permissionBits(given: unknown): bigint | null {
  if (typeof given === 'string' && /^\d{1,40}$/.test(given)) return BigInt(given);
  // A number that a double does not hold exactly has lost bits.
  return typeof given === 'number' && Number.isSafeInteger(given) && given >= 0
    ? BigInt(given)
    : null;
}
