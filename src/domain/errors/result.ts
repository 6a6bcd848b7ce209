/** A part that may fail while the others stand. */
export type Result<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: unknown };

/** Waits for one part; its failure becomes data. */
export async function toResult<Value>(part: Promise<Value>): Promise<Result<Value>> {
  try {
    return { ok: true, value: await part };
  } catch (error) {
    return { ok: false, error };
  }
}

/** Throws the first failure when there is no part that succeeded: nothing is left to show. */
export function requireOne(parts: readonly Result<unknown>[]): void {
  const [first] = parts;
  if (first !== undefined && !first.ok && parts.every((part) => !part.ok)) throw first.error;
}
