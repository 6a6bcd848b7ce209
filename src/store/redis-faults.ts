import { codeOf } from '../domain/error-code.js';
import { StoreUnavailable } from '../domain/errors.js';

/**
 * Waits for the server. Whatever it, or the connection, fails with becomes a `StoreUnavailable`;
 * its own error goes no further, because the client's words can hold the URL and the password.
 */
export async function answered<Value>(asked: Promise<Value>): Promise<Value> {
  try {
    return await asked;
  } catch (error) {
    throw new StoreUnavailable('away', reasonOf(error));
  }
}

/** `ECONNREFUSED`, or the word with which Redis begins a refusal: `NOAUTH`, `OOM`, `READONLY`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  return codeOf(error) ?? /^[A-Z]{2,}\b/.exec(error.message)?.[0] ?? error.constructor.name;
}
