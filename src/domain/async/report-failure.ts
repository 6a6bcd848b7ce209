import { toResult } from '../errors/result.js';

/** Waits for `work`. If it fails, that is reported as `what`, and never thrown. */
export async function reportFailure(
  work: Promise<unknown>,
  what: string,
  report: (what: string, error: unknown) => void,
): Promise<void> {
  const done = await toResult(work);
  if (!done.ok) report(what, done.error);
}
