import { toResult } from '../../domain/errors/result.js';
import { UserError } from '../../domain/errors/user-errors.js';

/** Null if the trail is broken, which it says by a UserError. Rethrows all else. */
export async function brokenTrailAsNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  const read = await toResult(reading);
  if (read.ok) return read.value;
  if (read.error instanceof UserError) return null;
  throw read.error;
}
