export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: unknown };

/** Never rejects. */
export async function toResult<Value>(part: Promise<Value>): Promise<Result<Value>> {
  try {
    return { ok: true, value: await part };
  } catch (error) {
    return { ok: false, error };
  }
}

/** Throws the first failure if nothing succeeded. */
export function requireOne(parts: readonly Result<unknown>[]): void {
  const [first] = parts;
  if (first !== undefined && !first.ok && parts.every((part) => !part.ok)) throw first.error;
}
